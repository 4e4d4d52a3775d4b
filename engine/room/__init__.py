"""The room around a game: seats, names, the clock, points by hand and undo, the same for all games."""
