"""What stands where in a picture: its texts and the boxes they belong to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree

from worldgates.pictures.fonts import ASCENT, DESCENT, Face, width

SVG = "{http://www.w3.org/2000/svg}"


class Area(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def contains(self, other: Area, slack: float = 0.6) -> bool:
        return (
            self.left - slack <= other.left
            and self.top - slack <= other.top
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def overlaps(self, other: Area, slack: float = 0.6) -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > slack and down > slack


class Label(NamedTuple):
    """A text, where it stands, and the box it belongs to: the first rectangle of the group around it."""

    words: str
    area: Area
    box: Area
    box_number: int
    size: float


def parse(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def canvas(root: ElementTree.Element) -> Area:
    left, top, right, bottom = (float(part) for part in root.attrib["viewBox"].split())
    return Area(left, top, right, bottom)


def _shift(element: ElementTree.Element) -> tuple[float, float]:
    transform = element.attrib.get("transform", "")
    if not transform:
        return 0.0, 0.0
    match = re.fullmatch(r"translate\((-?[\d.]+) (-?[\d.]+)\)", transform)
    assert match, f"only moves are understood here, not {transform}"
    return float(match[1]), float(match[2])


def rectangle(element: ElementTree.Element, x: float, y: float) -> Area:
    left, top = x + float(element.attrib["x"]), y + float(element.attrib["y"])
    return Area(left, top, left + float(element.attrib["width"]), top + float(element.attrib["height"]))


def _area(element: ElementTree.Element, x: float, y: float) -> Area:
    size = float(element.attrib["font-size"])
    face: Face = "name" if "font-family" in element.attrib else "bold" if "font-weight" in element.attrib else "text"
    wide = width(element.text or "", size, face)
    anchor = element.attrib.get("text-anchor", "start")
    left = x + float(element.attrib["x"]) - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    base = y + float(element.attrib["y"])
    return Area(left, base - ASCENT * size, left + wide, base + DESCENT * size)


def labels(root: ElementTree.Element) -> list[Label]:
    """All texts that are drawn on the picture; the numerals on pearls are part of the pearls."""
    found: list[Label] = []

    def walk(element: ElementTree.Element, x: float, y: float, box: tuple[Area, int]) -> None:
        first = next((child for child in element if child.tag == f"{SVG}rect"), None)
        if first is not None:
            box = rectangle(first, x, y), id(element)
        for child in element:
            if child.tag == f"{SVG}g":
                dx, dy = _shift(child)
                walk(child, x + dx, y + dy, box)
            elif child.tag == f"{SVG}text":
                size = float(child.attrib["font-size"])
                found.append(Label(child.text or "", _area(child, x, y), *box, size))

    walk(root, 0, 0, (canvas(root), 0))
    return found


def shapes(root: ElementTree.Element) -> Iterator[Area]:
    """Where rectangles, circles and symbols are."""

    def walk(element: ElementTree.Element, x: float, y: float) -> Iterator[Area]:
        for child in element:
            if child.tag == f"{SVG}g":
                dx, dy = _shift(child)
                yield from walk(child, x + dx, y + dy)
            elif child.tag in (f"{SVG}rect", f"{SVG}use"):
                yield rectangle(child, x, y)
            elif child.tag == f"{SVG}circle":
                cx, cy, r = (float(child.attrib[name]) for name in ("cx", "cy", "r"))
                yield Area(x + cx - r, y + cy - r, x + cx + r, y + cy + r)

    yield from walk(root, 0, 0)


def misplaced(svg: str) -> list[str]:
    """The texts that leave their boxes or lie on each other, and the shapes that leave the picture."""
    root = parse(svg)
    wrong = []
    written = labels(root)
    for label in written:
        if not label.box.contains(label.area):
            wrong.append(f"{label.words!r} leaves its box: {label.area} in {label.box}")
    for number, one in enumerate(written):
        for other in written[number + 1 :]:
            if one.box_number == other.box_number and one.area.overlaps(other.area):
                wrong.append(f"{one.words!r} lies on {other.words!r}")
    wrong += [f"a shape leaves the picture: {area}" for area in shapes(root) if not canvas(root).contains(area)]
    return wrong
