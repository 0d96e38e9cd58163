"""The room of the chapter "Ranking scores: two numbers for every order"."""
