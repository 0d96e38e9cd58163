"""The first chapter on this paper."""
