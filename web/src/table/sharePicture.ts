// The picture of a result to share: drawn on a canvas, 1200 by 630 pixels as link previews have it.
import type { ShareExtras } from "../games/contract";

export interface Shared extends ShareExtras {
  game: string;
  title: string;
  subtitle: string;
  rows: readonly { place: number; name: string; colour: string; value: string }[];
  clef: boolean;
}

const WIDTH = 1200,
  HEIGHT = 630;

export async function sharePicture(shared: Shared): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext("2d")!;
  await document.fonts.ready;
  draw(context, shared);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

function draw(context: CanvasRenderingContext2D, shared: Shared): void {
  const ground = context.createRadialGradient(600, 60, 40, 600, 300, 760);
  for (const [at, colour] of shared.clef ? CLEF : MOLTHAR) ground.addColorStop(at, colour);
  context.fillStyle = ground;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.strokeStyle = "#b98a3e";
  context.lineWidth = 3;
  context.strokeRect(18, 18, WIDTH - 36, HEIGHT - 36);
  const write = (text: string, x: number, y: number, font: string, colour: string, most: number): void => {
    context.font = font;
    context.fillStyle = colour;
    context.fillText(text, x, y, most);
  };
  context.textAlign = "center";
  write(shared.title, 600, 112, "700 64px Almendra, serif", "#fbe6a2", 1100);
  write(shared.subtitle, 600, 158, '500 28px "Alegreya Sans", sans-serif', "#d9ceb2", 1100);
  const half = !!shared.lines?.length || !!shared.steps?.length;
  const step = Math.min(76, 400 / shared.rows.length),
    right = half ? 620 : 1110;
  shared.rows.forEach(({ place, name, colour, value }, i) => {
    const y = 235 + i * step;
    context.textAlign = "left";
    write(String(place), 80, y + 10, "700 32px Almendra, serif", i ? "#c6bda6" : "#f0c566", 40);
    context.beginPath();
    context.arc(148, y, 21, 0, 2 * Math.PI);
    context.fillStyle = colour;
    context.fill();
    context.strokeStyle = "#f5e2ad";
    context.lineWidth = 2;
    context.stroke();
    context.textAlign = "center";
    write([...name][0]?.toLocaleUpperCase() ?? "", 148, y + 9, '700 24px "Alegreya Sans", sans-serif', "#fff", 30);
    context.textAlign = "left";
    write(name, 188, y + 11, "700 34px Almendra, serif", "#f3e8cf", right - 188 - 180);
    context.textAlign = "right";
    write(value, right, y + 10, '700 28px "Alegreya Sans", sans-serif', i ? "#d9ceb2" : "#f0c566", 180);
  });
  if (shared.lines?.length) curves(context, shared);
  context.textAlign = "left";
  shared.steps?.slice(0, 7).forEach((text, i) => {
    write(`${i + 1}`, 690, 245 + i * 50, "700 28px Almendra, serif", "#f0c566", 40);
    write(text, 730, 245 + i * 50, '500 28px "Alegreya Sans", sans-serif', "#f3e8cf", 400);
  });
  context.textAlign = "center";
  write(`${shared.game} · Worldgates`, 600, 590, '500 24px "Alegreya Sans", sans-serif', "#c6bda6", 1000);
}

function curves(context: CanvasRenderingContext2D, shared: Shared): void {
  const lines = shared.lines!,
    most = Math.max(14, ...lines.flat()),
    rounds = Math.max(2, ...lines.map((line) => line.length));
  lines.forEach((line, i) => {
    context.beginPath();
    line.forEach((value, round) => {
      const x = 690 + (round * 420) / (rounds - 1),
        y = 540 - (value * 320) / most;
      if (round) context.lineTo(x, y);
      else context.moveTo(x, y);
    });
    context.strokeStyle = BRIGHT[i % BRIGHT.length]!;
    context.lineWidth = 6;
    context.lineJoin = "round";
    context.stroke();
  });
}

const MOLTHAR: [number, string][] = [[0, "#3b4488"], [0.6, "#1b2250"], [1, "#0b0f22"]]; // prettier-ignore
const CLEF: [number, string][] = [[0, "#7a4a22"], [0.6, "#3a2111"], [1, "#180d06"]]; // prettier-ignore
const BRIGHT = ["#ffd773", "#8fb4ff", "#8fdcae", "#ff9a86", "#d6a8ff"];

/** Offer the picture to the system's share sheet, or save it. */
export async function sharePictureOf(shared: Shared, name: string): Promise<void> {
  const blob = await sharePicture(shared);
  const file = new File([blob], name, { type: "image/png" });
  if (typeof navigator.canShare === "function" && navigator.canShare({ files: [file] })) {
    // Closing the share sheet is no error.
    await navigator.share({ files: [file], title: shared.title }).catch(() => {});
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
