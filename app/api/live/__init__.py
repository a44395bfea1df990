"""Sockets: events down, commands up."""
