"""Coins: purses, transfers between them, settlements. The only package that moves a coin."""
