// SVG strings that both the app and the games draw with: golds, tints, seal, candles, ornaments.
export type Tint = "gold" | "bone" | "ember" | "leaf" | "sky" | "rose" | "violet";
export const TINTS: Record<Tint, [string, string, string]> = {
  gold: ["#fff6d6", "#f0c566", "#a8701f"],
  bone: ["#fffef8", "#eadfc6", "#a3937a"],
  ember: ["#fff0b8", "#ff9a3d", "#c2301a"],
  leaf: ["#f2ffd0", "#b4d667", "#55802c"],
  sky: ["#f4fbff", "#a9d2f5", "#4c7cb8"],
  rose: ["#fff0f2", "#f5a3ae", "#b03a52"],
  violet: ["#fbf2ff", "#cfa9f2", "#7a46b0"],
};

type Point = [number, number];
export function around(cx: number, cy: number, radius: number, count: number): Point[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = ((-90 + (360 * i) / count) * Math.PI) / 180;
    return [+(cx + radius * Math.cos(angle)).toFixed(1), +(cy + radius * Math.sin(angle)).toFixed(1)];
  });
}
export function star(cx: number, cy: number, outer: number, inner: number, points: number): string {
  let path = "";
  for (let i = 0; i < 2 * points; i++) {
    const angle = ((-90 + (180 * i) / points) * Math.PI) / 180,
      radius = i % 2 ? inner : outer;
    const x = cx + radius * Math.cos(angle),
      y = cy + radius * Math.sin(angle);
    path += `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
  }
  return path + "z";
}

export type Stop = [number, string, number?];
const stops = (list: Stop[]) =>
  list
    .map(
      ([offset, colour, opacity = 1]) => `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    )
    .join("");
export const radial = (id: string, cx: number, cy: number, radius: number, ...list: Stop[]) =>
  `<radialGradient id="wg-${id}" cx="${cx}" cy="${cy}" r="${radius}">${stops(list)}</radialGradient>`;
export const linear = (id: string, x2: number, y2: number, ...list: Stop[]) =>
  `<linearGradient id="wg-${id}" x1="0" y1="0" x2="${x2}" y2="${y2}">${stops(list)}</linearGradient>`;

/** Gradients and symbols that all drawings use; Sprite.svelte adds them to the page once. */
export function sprite(): string {
  let svg = "<defs>";
  svg +=
    linear("gold", 0, 1, [0, "#fbe6a2"], [0.5, "#d3a14a"], [1, "#8d5f1d"]) +
    linear("brass", 1, 1, [0, "#f2d894"], [0.45, "#b98a3e"], [1, "#74501a"]);
  svg += radial("sealg", 0.38, 0.3, 0.8, [0, "#fff0b8"], [0.45, "#e3b04a"], [1, "#8f5b14"]);
  svg +=
    '<radialGradient id="wg-glow"><stop offset="0" stop-color="#ffdf8f" stop-opacity=".9"/><stop offset=".4" stop-color="#ffb347" stop-opacity=".35"/><stop offset="1" stop-color="#ffb347" stop-opacity="0"/></radialGradient>';
  svg +=
    linear("flame", 0, 1, [0, "#fff4c0"], [0.5, "#ffc24a"], [1, "#e2661a"]) +
    linear("wax", 1, 0, [0, "#fff3da"], [0.6, "#ead6ac"], [1, "#b59b6a"]);
  for (const [tint, colours] of Object.entries(TINTS))
    svg += linear("t-" + tint, 0, 1, [0, colours[0]], [0.55, colours[1]], [1, colours[2]]);
  svg += "</defs>";
  svg += `<symbol id="wg-seal" viewBox="0 0 40 40"><path d="${star(20, 20, 19.5, 17, 16)}" fill="#6b430c"/><path d="${star(20, 20, 18.6, 16.3, 16)}" fill="url(#wg-sealg)"/><circle cx="20" cy="20" r="13.2" fill="none" stroke="#7b4d10" stroke-width="1"/><circle cx="20" cy="20" r="14.4" fill="none" stroke="#fff2c4" stroke-width=".6" opacity=".8"/></symbol>
<symbol id="wg-candle-lit" viewBox="0 0 24 44"><circle cx="12" cy="11" r="14" fill="url(#wg-glow)"/><path d="M12 2c3.200 4.500 4.500 7 4.500 9.600a4.500 4.500 0 0 1-9 0C7.500 9 9.300 6.500 12 2z" fill="url(#wg-flame)"/><path d="M12 8c1.400 2 2 3 2 4.200a2 2 0 0 1-4 0c0-1.200.9-2.300 2-4.200z" fill="#fffbe6"/><path d="M12 15v4" stroke="#3b2a14" stroke-width="1.300"/><path d="M6.500 20c0-1.600 1.500-2.200 5.500-2.200s5.500.6 5.500 2.200v21h-11z" fill="url(#wg-wax)"/><path d="M6.500 21c1 2.500 2 1 2.600 3.500.5 2 1.600 1 1.600-.6" fill="none" stroke="#fffaf0" stroke-width="1.200"/><path d="M3.500 40.500h17v2.500h-17z" fill="url(#wg-brass)"/></symbol>
<symbol id="wg-candle-out" viewBox="0 0 24 44"><path d="M12 22c-3-3 3-5 0-9s2-5 1-8" fill="none" stroke="currentColor" stroke-width="1.200" opacity=".45"/><path d="M12 25v3" stroke="#3b2a14" stroke-width="1.300"/><path d="M6.500 29c0-1.600 1.500-2.200 5.500-2.200s5.500.6 5.500 2.200v12h-11z" fill="#8f846f"/><path d="M3.500 40.500h17v2.500h-17z" fill="#6d5a37"/></symbol>
<symbol id="wg-corner" viewBox="0 0 40 40"><g fill="none" stroke="currentColor"><path d="M1 40V14C1 6.500 6.500 1 14 1h26" stroke-width="1.400"/><path d="M5 40V16C5 9.500 9.500 5 16 5h24" stroke-width=".7" opacity=".7"/><path d="M9 34c0-8 5-9 5-15 0-3-4-3-4 0 0 5 9 3 9-2 0-2-2-3-4-2M34 9c-8 0-9 5-15 5" stroke-width="1"/></g><path d="M20 20c6-1 10 1 13 5-5 1-10 0-13-5z" fill="currentColor" opacity=".8"/><circle cx="37" cy="9" r="1.5" fill="currentColor"/><circle cx="9" cy="37" r="1.5" fill="currentColor"/></symbol>
<symbol id="wg-flourish" viewBox="0 0 120 20"><g fill="none" stroke="currentColor" stroke-width="1.3" stroke-linecap="round"><path d="M60 10H38c-6 0-8-6-3-7 4-1 5 5 1 5M60 10h22c6 0 8-6 3-7-4-1-5 5-1 5M36 10c-8 0-14 6-22 6-5 0-9-3-9-6M84 10c8 0 14 6 22 6 5 0 9-3 9-6"/></g><path d="M60 3l4 7-4 7-4-7z" fill="currentColor"/><circle cx="5" cy="8" r="1.6" fill="currentColor"/><circle cx="115" cy="8" r="1.6" fill="currentColor"/></symbol>`;
  return svg;
}
