"""The library's front door, in plain Python: games, bots and turns over the tables of the engine."""
