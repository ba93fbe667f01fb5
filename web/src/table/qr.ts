import { encode } from "uqr";

/** The dark modules of a QR code; null if the text does not fit into one. */
export function qr(text: string): boolean[][] | null {
  try {
    return encode(text, { ecc: "M", border: 0 }).data;
  } catch {
    return null;
  }
}

/** The dark modules as one SVG path, in units of one module, with a quiet zone of four modules around it. */
export function qrPath(modules: boolean[][]): string {
  return modules.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x + 4} ${y + 4}h1v1h-1z`] : []))).join("");
}
