"""What the chapters share and their rooms: Piérard et al.'s paper on the Tile of ranking scores."""
