"""The games as environments for learning agents: PettingZoo, Gymnasium, OpenSpiel, and many games at once.

    from worldgates.envs import molthar_v0, clef_v0

    env = molthar_v0.env(players=2)              # PettingZoo, one agent decides at a time
    many = molthar_v0.vector_env(games=256)      # NumPy arrays in and out
    seat = molthar_v0.seat_env(["easy"])         # Gymnasium, one seat against bots

The encoders and `batch` need nothing beyond the engine; the rest needs `pip install 'worldgates[envs]'`.
"""
