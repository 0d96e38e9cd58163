"""What the chapters share and their rooms: Brogueira and Figueiredo's paper on LxCIM."""
