"""What the chapters share and their rooms: Sumpter's paper on precision at the indistinguishability threshold."""
