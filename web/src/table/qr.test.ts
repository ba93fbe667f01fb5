import { expect, test } from "vitest";

import { qr, qrPath } from "./qr";

test("a link becomes a square with a finder pattern in three corners", () => {
  const modules = qr("http://localhost:8765/t/rose-4127")!;
  const size = modules.length;
  expect((size - 17) % 4).toBe(0);
  expect(modules.every((row) => row.length === size)).toBe(true);
  const finder = (x: number, y: number): boolean =>
    [0, 1, 2, 3, 4, 5, 6].every((i) => modules[y]![x + i] && modules[y + 6]![x + i]) && !modules[y + 1]![x + 1];
  expect([finder(0, 0), finder(size - 7, 0), finder(0, size - 7)]).toEqual([true, true, true]);
});

test("a text that is too long has no code", () => {
  expect(qr("x".repeat(5000))).toBeNull();
});

test("the path has one square for each dark module, inside a quiet zone", () => {
  expect(
    qrPath([
      [true, false],
      [false, true],
    ]),
  ).toBe("M4 4h1v1h-1zM5 5h1v1h-1z");
});
