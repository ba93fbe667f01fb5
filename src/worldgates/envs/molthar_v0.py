"""Portals of Molthar as environments. See docs/environments.md for the observation and the action space."""

from __future__ import annotations

from worldgates.envs.makers import Makers

GAME = "molthar"
_MAKERS = Makers(GAME)
raw_env, env = _MAKERS.raw_env, _MAKERS.env
vector_env, seat_env = _MAKERS.vector_env, _MAKERS.seat_env
