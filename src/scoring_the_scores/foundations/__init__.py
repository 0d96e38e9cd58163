"""What the chapters of the foundations share: no paper of their own, and real cases scored twice."""
