// The sounds of a table, synthesised with Web Audio, so there are no files to load. Off by default.

import { loadNumber, loadSetting, saveSetting } from "../ui/storage";

export type Sound = "pearl" | "card" | "bell" | "candle" | "turn" | "door";

/** A decaying tone; `at` and `length` in seconds. */
function tone(
  to: GainNode,
  frequency: number,
  at: number,
  length: number,
  loud: number,
  shape: OscillatorType = "sine",
): void {
  const audio = to.context,
    voice = audio.createOscillator(),
    level = audio.createGain(),
    start = audio.currentTime + at;
  voice.type = shape;
  voice.frequency.value = frequency;
  level.gain.setValueAtTime(0, start);
  level.gain.linearRampToValueAtTime(loud, start + 0.006);
  level.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(level).connect(to);
  voice.start(start);
  voice.stop(start + length);
}

/** Filtered noise whose filter sweeps from one frequency to another. */
function rustle(out: GainNode, from: number, to: number, at: number, length: number, loud: number): void {
  const audio = out.context,
    frames = Math.ceil(audio.sampleRate * length),
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
  source.connect(filter).connect(level).connect(out);
  source.start(start);
}

const SOUNDS: Record<Sound, (to: GainNode) => void> = {
  // Clicking glass.
  pearl: (to) => [2637, 4186, 6271].forEach((frequency, i) => tone(to, frequency, 0, 0.16 - i * 0.03, 0.05 / (i + 1))),
  // Paper on paper.
  card: (to) => rustle(to, 2600, 900, 0, 0.14, 0.22),
  // A low bell with its partials.
  bell: (to) => [1, 2, 2.4, 3, 4.2].forEach((part, i) => tone(to, 146.8 * part, 0, 2.2 / (i + 1), 0.12 / (i + 1))),
  // A candle being snuffed out.
  candle: (to) => rustle(to, 1400, 260, 0, 0.3, 0.14),
  // Two notes of a harp.
  turn: (to) =>
    [
      [587.3, 0],
      [880, 0.14],
    ].forEach(([frequency, at]) => {
      tone(to, frequency!, at!, 0.9, 0.09, "triangle");
      tone(to, frequency! * 2, at!, 0.5, 0.025);
    }),
  // A latch, then the wooden door.
  door: (to) => {
    rustle(to, 3200, 1600, 0, 0.05, 0.3);
    tone(to, 110, 0.05, 0.25, 0.16, "triangle");
    rustle(to, 700, 240, 0.06, 0.3, 0.16);
  },
};

/** Ears hear ratios: half the volume is a quarter of the amplitude. */
const loudness = (volume: number): number => 1.6 * (volume / 100) ** 2;

class Sounds {
  on = $state(loadSetting("sound", ["on", "off"]) === "on");
  /** From 0 to 100. */
  volume = $state(loadNumber("volume", 0, 100) ?? 70);
  private level: GainNode | null = null;
  private last = new Map<Sound, number>();

  set(on: boolean): void {
    this.on = on;
    saveSetting("sound", on ? "on" : "off");
    if (on) this.play("turn");
  }

  setVolume(volume: number): void {
    this.volume = volume;
    saveSetting("volume", String(volume));
    if (this.level) this.level.gain.value = loudness(volume);
  }

  play(sound: Sound): void {
    if (!this.on || document.hidden) return;
    // Several cards that move at once make the sound only once.
    const now = performance.now();
    if (now - (this.last.get(sound) ?? -1000) < 50) return;
    this.last.set(sound, now);
    try {
      if (!this.level) {
        const audio = new AudioContext();
        this.level = audio.createGain();
        this.level.gain.value = loudness(this.volume);
        this.level.connect(audio.destination);
      }
      void (this.level.context as AudioContext).resume();
      SOUNDS[sound](this.level);
    } catch {
      // Without audio support the table stays silent.
    }
  }
}

export const sounds = new Sounds();
