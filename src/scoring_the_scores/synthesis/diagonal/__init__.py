"""Cost space is the diagonal of the Tile."""
