"""Says what to install where a package of the extra `envs` is missing."""

from __future__ import annotations

from importlib.util import find_spec

from worldgates.core.text import command_for_extra


class MissingExtraError(ImportError):
    """A package that the environments need is not installed."""


def need(*packages: str) -> None:
    """Raise an error that says what to do if one of these packages is missing."""
    for package in packages:
        if find_spec(package) is None:
            raise MissingExtraError(f"worldgates.envs needs {package}: {command_for_extra('envs')}", name=package)
