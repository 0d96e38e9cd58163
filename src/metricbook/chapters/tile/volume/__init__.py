"""The room of the chapter "The volume under the Tile"."""
