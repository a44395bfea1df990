"""The naive second scorer: an independent reading of the rules page that the engine is compared with."""
