"""Places to play: opening them, sitting down, standing up, inviting."""
