"""What the dice did: the luck of a game, of an account, and of all rolls of a day."""
