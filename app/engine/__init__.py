"""The rules of the game: frozen values in, frozen values out, nothing drawn and nothing read inside."""
