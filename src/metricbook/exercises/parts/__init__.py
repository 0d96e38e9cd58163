"""The exercises, a pair of files for each part: what is asked, and who checks it."""
