"""Who is speaking: devices of guests."""
