"""What every part of the service stands on: settings, rows, clock, ids, errors."""
