"""Flagged rolls: somebody asks the house to look, and the roll is checked again at once."""
