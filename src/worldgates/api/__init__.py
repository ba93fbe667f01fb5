"""The public API, in plain Python: games, bots and turns on top of the engine's tables."""
