"""Everything with a socket, a row or a secret. The packages are ordered; each imports only earlier ones."""
