"""Pictures for whoever works on the game."""
