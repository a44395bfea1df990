"""The one place where a table's state changes."""
