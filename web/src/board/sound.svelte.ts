// The sounds of a table, synthesised with Web Audio, so there are no files to load. Off by default.

import { saveSetting, loadSetting } from "../ui/storage";

export type Sound = "pearl" | "card" | "bell" | "candle" | "turn" | "door";

/** A decaying tone; `at` and `length` in seconds. */
function tone(
  audio: AudioContext,
  frequency: number,
  at: number,
  length: number,
  loud: number,
  shape: OscillatorType = "sine",
): void {
  const voice = audio.createOscillator(),
    level = audio.createGain(),
    start = audio.currentTime + at;
  voice.type = shape;
  voice.frequency.value = frequency;
  level.gain.setValueAtTime(0, start);
  level.gain.linearRampToValueAtTime(loud, start + 0.006);
  level.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(level).connect(audio.destination);
  voice.start(start);
  voice.stop(start + length);
}

/** Filtered noise whose filter sweeps from one frequency to another. */
function rustle(audio: AudioContext, from: number, to: number, at: number, length: number, loud: number): void {
  const frames = Math.ceil(audio.sampleRate * length),
    noise = audio.createBuffer(1, frames, audio.sampleRate),
    data = noise.getChannelData(0);
  for (let i = 0; i < frames; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / frames) ** 2;
  const source = audio.createBufferSource(),
    filter = audio.createBiquadFilter(),
    level = audio.createGain(),
    start = audio.currentTime + at;
  source.buffer = noise;
  filter.type = "bandpass";
  filter.Q.value = 0.9;
  filter.frequency.setValueAtTime(from, start);
  filter.frequency.exponentialRampToValueAtTime(to, start + length);
  level.gain.value = loud;
  source.connect(filter).connect(level).connect(audio.destination);
  source.start(start);
}

const SOUNDS: Record<Sound, (audio: AudioContext) => void> = {
  // Clicking glass.
  pearl: (audio) =>
    [2637, 4186, 6271].forEach((frequency, i) => tone(audio, frequency, 0, 0.16 - i * 0.03, 0.05 / (i + 1))),
  // Paper on paper.
  card: (audio) => rustle(audio, 2600, 900, 0, 0.14, 0.22),
  // A low bell with its partials.
  bell: (audio) =>
    [1, 2, 2.4, 3, 4.2].forEach((part, i) => tone(audio, 146.8 * part, 0, 2.2 / (i + 1), 0.12 / (i + 1))),
  // A candle being snuffed out.
  candle: (audio) => rustle(audio, 1400, 260, 0, 0.3, 0.14),
  // Two notes of a harp.
  turn: (audio) =>
    [
      [587.3, 0],
      [880, 0.14],
    ].forEach(([frequency, at]) => {
      tone(audio, frequency!, at!, 0.9, 0.09, "triangle");
      tone(audio, frequency! * 2, at!, 0.5, 0.025);
    }),
  // A latch, then the wooden door.
  door: (audio) => {
    rustle(audio, 3200, 1600, 0, 0.05, 0.3);
    tone(audio, 110, 0.05, 0.25, 0.16, "triangle");
    rustle(audio, 700, 240, 0.06, 0.3, 0.16);
  },
};

class Sounds {
  on = $state(loadSetting("sound", ["on", "off"]) === "on");
  private audio: AudioContext | null = null;
  private last = new Map<Sound, number>();

  set(on: boolean): void {
    this.on = on;
    saveSetting("sound", on ? "on" : "off");
    if (on) this.play("turn");
  }

  play(sound: Sound): void {
    if (!this.on || document.hidden) return;
    // Several cards that move at once make the sound only once.
    const now = performance.now();
    if (now - (this.last.get(sound) ?? -1000) < 50) return;
    this.last.set(sound, now);
    try {
      this.audio ??= new AudioContext();
      void this.audio.resume();
      SOUNDS[sound](this.audio);
    } catch {
      // Without audio support the table stays silent.
    }
  }
}

export const sounds = new Sounds();
