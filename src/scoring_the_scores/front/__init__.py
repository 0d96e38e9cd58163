"""The room of the front page: what the book found in nine sentences, a picture, and what there is to read."""
