"""Looks: dice sets and moves that are bought with coins, worn, tried and loved. They never touch the dice's faces."""
