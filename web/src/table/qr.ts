// QR codes (ISO/IEC 18004): byte mode, error correction level M, versions 1 to 10, up to 213 bytes.

const BLOCKS: [number, number, number][] = [
  // error correction words per block, blocks, data words in all
  [10, 1, 16],
  [16, 1, 28],
  [26, 1, 44],
  [18, 2, 64],
  [24, 2, 86],
  [16, 4, 108],
  [18, 4, 124],
  [22, 4, 154],
  [22, 5, 182],
  [26, 5, 216],
];

function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> bit) & 1) * a;
  }
  return product;
}

function remainder(data: number[], degree: number): number[] {
  const divisor: number[] = Array(degree).fill(0);
  divisor[degree - 1] = 1;
  let root = 1;
  for (let i = 0; i < degree; i++) {
    for (let j = 0; j < degree; j++) divisor[j] = multiply(divisor[j]!, root) ^ (divisor[j + 1] ?? 0);
    root = multiply(root, 2);
  }
  const rest: number[] = Array(degree).fill(0);
  for (const word of data) {
    const factor = word ^ rest.shift()!;
    rest.push(0);
    divisor.forEach((part, i) => (rest[i]! ^= multiply(part, factor)));
  }
  return rest;
}

function codewords(bytes: Uint8Array, version: number): number[] {
  const [correction, blocks, room] = BLOCKS[version - 1]!;
  const bits: number[] = [];
  const put = (value: number, length: number): void => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >>> i) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data: number[] = [];
  for (let i = 0; i < bits.length; i += 8) data.push(parseInt(bits.slice(i, i + 8).join(""), 2));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);

  const short = Math.floor(room / blocks);
  const parts: number[][] = [];
  for (let block = 0, at = 0; block < blocks; block++) {
    const length = short + (block >= blocks - (room % blocks) ? 1 : 0);
    parts.push(data.slice(at, at + length));
    at += length;
  }
  const checks = parts.map((part) => remainder(part, correction));
  const result: number[] = [];
  for (let i = 0; i <= short; i++) for (const part of parts) if (i < part.length) result.push(part[i]!);
  for (let i = 0; i < correction; i++) for (const check of checks) result.push(check[i]!);
  return result;
}

/** The modules of a code, true where dark; null if the text is too long. */
export function qr(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex(([, , room], i) => bytes.length + (i < 9 ? 2 : 3) <= room) + 1;
  if (!version) return null;
  const size = version * 4 + 17;
  const dark: boolean[][] = Array.from({ length: size }, () => Array(size).fill(false));
  const fixed: boolean[][] = Array.from({ length: size }, () => Array(size).fill(false));
  const set = (x: number, y: number, on: boolean): void => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    dark[y]![x] = on;
    fixed[y]![x] = true;
  };

  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    for (let dy = -4; dy <= 4; dy++)
      for (let dx = -4; dx <= 4; dx++) set(cx + dx, cy + dy, ![2, 4].includes(Math.max(Math.abs(dx), Math.abs(dy))));
  }
  if (version > 1) {
    const last = size - 7;
    const places = version < 7 ? [6, last] : [6, (last + 6) / 2, last];
    for (const cx of places) {
      for (const cy of places) {
        if ((cx === 6 && cy === 6) || (cx === 6 && cy === last) || (cx === last && cy === 6)) continue;
        for (let dy = -2; dy <= 2; dy++)
          for (let dx = -2; dx <= 2; dx++) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
      }
    }
  }
  if (version >= 7) {
    let rest = version;
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
    const bits = (version << 12) | rest;
    for (let i = 0; i < 18; i++) {
      const near = size - 11 + (i % 3);
      const far = Math.floor(i / 3);
      set(near, far, ((bits >>> i) & 1) === 1);
      set(far, near, ((bits >>> i) & 1) === 1);
    }
  }
  const format = (mask: number): void => {
    // The bits of level M are 00.
    let rest = mask;
    for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
    const bits = ((mask << 10) | rest) ^ 0x5412;
    const on = (i: number): boolean => ((bits >>> i) & 1) === 1;
    for (let i = 0; i < 6; i++) set(8, i, on(i));
    set(8, 7, on(6));
    set(8, 8, on(7));
    set(7, 8, on(8));
    for (let i = 9; i < 15; i++) set(14 - i, 8, on(i));
    for (let i = 0; i < 8; i++) set(size - 1 - i, 8, on(i));
    for (let i = 8; i < 15; i++) set(8, size - 15 + i, on(i));
    set(8, size - 8, true);
  };
  format(0);

  const words = codewords(bytes, version);
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      for (let j = 0; j < 2; j++) {
        const x = right - j;
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        if (!fixed[y]![x] && at < words.length * 8) {
          dark[y]![x] = ((words[at >>> 3]! >>> (7 - (at & 7))) & 1) === 1;
          at++;
        }
      }
    }
  }
  // A fixed mask is good enough for short addresses; scanners accept any mask.
  const mask = 2;
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) if (!fixed[y]![x] && x % 3 === 0) dark[y]![x] = !dark[y]![x];
  format(mask);
  return dark;
}

/** The dark modules as one SVG path, in units of one module, with a quiet zone of four modules around it. */
export function qrPath(modules: boolean[][]): string {
  return modules.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x + 4} ${y + 4}h1v1h-1z`] : []))).join("");
}
