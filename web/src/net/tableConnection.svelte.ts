// The connection of a page to a table.
//
// The page keeps what the server told it and sends what its reader does. When the connection is lost (a tunnel, a
// closed lid, a new server) it comes back by itself, and the server tells everything anew.

import { toasts } from "../ui/toasts.svelte";
import { VERSION, type Action, type FromServer, type Language, type Said, type Sentence, type State, type Welcome } from "../protocol";
import { note } from "./commitments";

export type Line = "connecting" | "open" | "lost" | "gone" | "old";

const WAITS = [300, 800, 1500, 3000, 5000, 8000];
const PULSE = 5000;
const A_DOUBLE_CLICK = 300;

export class TableConnection {
  line = $state<Line>("connecting");
  welcome = $state.raw<Welcome | null>(null);
  state = $state.raw<State | null>(null);
  sentences = $state.raw<Sentence[]>([]);
  said = $state.raw<Said[]>([]);
  hint = $state.raw<{ action: Action; text: string } | null>(null);
  /** Something was sent and not answered: nothing else is sent for this decision. */
  busy = $state(false);
  hinting = $state(false);
  /** When the state came, to let clocks run on from there. */
  at = $state(0);

  private socket: WebSocket | null = null;
  private tries = 0;
  private timer = 0;
  private pulse = 0;
  private lastPulse = Date.now();
  private hiddenAt = 0;
  private closed = false;
  private sentFor = -1;
  private sentAt = 0;
  private settling = 0;
  private seat: number | null = null;

  constructor(
    readonly id: string,
    private language: Language,
  ) {
    document.addEventListener("visibilitychange", this.seen);
    addEventListener("online", this.again);
    addEventListener("offline", this.alone);
    addEventListener("pageshow", this.again);
    // A computer that slept leaves a connection that looks open and is not.
    this.pulse = window.setInterval(() => {
      const now = Date.now();
      if (now - this.lastPulse > 4 * PULSE) this.reconnect();
      this.lastPulse = now;
    }, PULSE);
    this.connect();
  }

  close(): void {
    this.closed = true;
    document.removeEventListener("visibilitychange", this.seen);
    removeEventListener("online", this.again);
    removeEventListener("offline", this.alone);
    removeEventListener("pageshow", this.again);
    clearInterval(this.pulse);
    clearTimeout(this.timer);
    clearTimeout(this.settling);
    this.socket?.close();
  }

  /** Come in again, as after sitting down: the server looks anew at who this is. */
  reconnect(): void {
    if (this.closed || this.line === "gone" || this.line === "old") return;
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.tries = 0;
    this.connect();
  }

  private seen = (): void => {
    if (document.hidden) {
      this.hiddenAt = Date.now();
    } else if (this.socket?.readyState !== WebSocket.OPEN) {
      this.again();
    } else if (this.hiddenAt && Date.now() - this.hiddenAt > 60_000) {
      this.reconnect();
    }
  };

  private again = (): void => {
    const state = this.socket?.readyState;
    if (this.line === "lost" || (state !== WebSocket.OPEN && state !== WebSocket.CONNECTING)) this.reconnect();
  };

  // Without a network the socket still looks open, and what is sent waits in it.
  private alone = (): void => {
    if (this.line === "open") this.line = "lost";
  };

  private connect(): void {
    clearTimeout(this.timer);
    const address = new URL(`/api/tables/${encodeURIComponent(this.id)}/play`, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => this.send({ type: "hello", v: VERSION, language: this.language, seat: this.seat });
    socket.onmessage = (event) => {
      if (socket === this.socket) this.hear(JSON.parse(event.data) as FromServer);
    };
    socket.onclose = (event) => {
      if (socket !== this.socket || this.closed) return;
      this.settle();
      if (event.code === 4404) {
        this.line = "gone";
      } else if (this.line !== "old") {
        this.line = this.state ? "lost" : "connecting";
        const wait = WAITS[Math.min(this.tries++, WAITS.length - 1)]!;
        if (this.tries > 2) this.line = "lost";
        this.timer = window.setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
      }
    };
  }

  private send(message: object): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private hear(message: FromServer): void {
    switch (message.type) {
      case "welcome":
        if (message.v !== VERSION) {
          this.line = "old";
          return;
        }
        this.line = "open";
        this.tries = 0;
        this.welcome = message;
        this.said = message.chat;
        if (!message.state.seed) note(message.id, message.commitment);
        this.settle();
        this.take(message.state);
        break;
      case "state":
        this.take(message);
        break;
      case "chat":
        this.said = [...this.said, message.line];
        break;
      case "hint":
        this.hinting = false;
        if (message.number === this.state?.number) this.hint = { action: message.action, text: message.text };
        break;
      case "refused":
        this.settle();
        if (message.code === "version") this.line = "old";
        else if (message.code !== "stale") toasts.say(message.text, true);
        break;
    }
  }

  private take(state: State): void {
    this.sentences = [...this.sentences.filter((sentence) => sentence.number < state.kept), ...state.sentences];
    if (state.number !== this.state?.number || state.seat !== this.state?.seat) this.hint = null;
    if (this.busy && (state.number !== this.sentFor || !state.asked)) {
      // The second click of a double click must not answer the next question.
      clearTimeout(this.settling);
      this.settling = window.setTimeout(() => this.settle(), Math.max(0, this.sentAt + A_DOUBLE_CLICK - Date.now()));
    }
    this.state = state;
    this.seat = state.seat;
    this.at = Date.now();
  }

  private settle(): void {
    clearTimeout(this.settling);
    this.busy = false;
    this.hinting = false;
    this.sentFor = -1;
  }

  /** Send something that answers the state, once. */
  private answer(message: object): void {
    if (this.busy || !this.state) return;
    if (this.send(message)) {
      this.busy = true;
      this.sentAt = Date.now();
      this.sentFor = this.state.number;
    }
  }

  // What a reader does.

  play(action: Action): void {
    const state = this.state;
    if (state?.asked) this.answer({ type: "play", number: state.number, seat: state.asked.seat, action: $state.snapshot(action) });
  }

  undo(): void {
    const state = this.state;
    if (state?.can_undo && state.seat !== null) this.answer({ type: "undo", number: state.number, seat: state.seat });
  }

  chat(text: string): boolean {
    const said = text.trim().slice(0, 500);
    return said !== "" && this.send({ type: "chat", text: said });
  }

  /** At a moment for reactions the server gives no hint: that it had one would tell something. */
  get hintable(): boolean {
    return !!this.state?.asked && !this.state.reaction && !this.hinting;
  }

  askHint(): void {
    if (this.state?.asked && this.hintable && this.send({ type: "hint", seat: this.state.asked.seat })) this.hinting = true;
  }

  skip(): void {
    this.send({ type: "skip" });
  }

  replace(seat: number, bot: boolean): void {
    this.send({ type: "replace", seat, bot });
  }

  /** Leave the guide of a lesson. */
  free(): void {
    this.send({ type: "free" });
  }

  resign(seat: number): void {
    this.send({ type: "resign", seat });
  }

  abandon(): void {
    this.send({ type: "abandon" });
  }

  rematch(): void {
    this.send({ type: "rematch" });
  }

  look(seat: number | null): void {
    this.send({ type: "look", seat });
  }

  speak(language: Language): void {
    if (language === this.language) return;
    this.language = language;
    this.send({ type: "speak", language });
  }
}
