"""Where dice come from, and how anybody can check it."""
