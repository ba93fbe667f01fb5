// The WebSocket connection of a page to a table.
//
// It keeps what the server sent and sends what the player does. When the connection is lost (a tunnel, a closed lid, a
// restarted server) it reconnects by itself, and the server sends everything again.

import { toasts } from "../ui/toasts.svelte";
import {
  VERSION,
  type Action,
  type ClientMessage,
  type Hinted,
  type ServerMessage,
  type Language,
  type Said,
  type Sentence,
  type State,
  type Welcome,
} from "../protocol.gen";
import { saveCommitment } from "./commitments";

export type ConnectionStatus = "connecting" | "open" | "lost" | "gone" | "old";

const RETRY_DELAYS = [300, 800, 1500, 3000, 5000, 8000];
const HEARTBEAT = 5000;
const DOUBLE_CLICK_MS = 300;

export class TableConnection {
  status = $state<ConnectionStatus>("connecting");
  welcome = $state.raw<Welcome | null>(null);
  state = $state.raw<State | null>(null);
  sentences = $state.raw<readonly Sentence[]>([]);
  chatLines = $state.raw<readonly Said[]>([]);
  hint = $state.raw<Hinted | null>(null);
  /** A message is unanswered: nothing else is sent for this decision. */
  busy = $state(false);
  hinting = $state(false);
  /** When the state arrived; clocks count on from there. */
  receivedAt = $state(0);

  private socket: WebSocket | null = null;
  private attempts = 0;
  private retryTimer = 0;
  private heartbeat = 0;
  private lastHeartbeat = Date.now();
  private hiddenAt = 0;
  private closed = false;
  private sentFor = -1;
  private sentAt = 0;
  private settleTimer = 0;
  private seat: number | null = null;

  constructor(
    readonly id: string,
    private language: Language,
  ) {
    document.addEventListener("visibilitychange", this.onVisibilityChange);
    addEventListener("online", this.reconnectIfDown);
    addEventListener("offline", this.onOffline);
    addEventListener("pageshow", this.reconnectIfDown);
    // After sleep, the socket of a computer still looks open although the connection is dead.
    this.heartbeat = window.setInterval(() => {
      const now = Date.now();
      if (now - this.lastHeartbeat > 4 * HEARTBEAT) this.reconnect();
      this.lastHeartbeat = now;
    }, HEARTBEAT);
    this.connect();
  }

  close(): void {
    this.closed = true;
    document.removeEventListener("visibilitychange", this.onVisibilityChange);
    removeEventListener("online", this.reconnectIfDown);
    removeEventListener("offline", this.onOffline);
    removeEventListener("pageshow", this.reconnectIfDown);
    clearInterval(this.heartbeat);
    clearTimeout(this.retryTimer);
    clearTimeout(this.settleTimer);
    this.socket?.close();
  }

  /** Connect again, for example after taking a seat: the server checks again who this is. */
  reconnect(): void {
    if (this.closed || this.status === "gone" || this.status === "old") return;
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.attempts = 0;
    this.connect();
  }

  private onVisibilityChange = (): void => {
    if (document.hidden) {
      this.hiddenAt = Date.now();
    } else if (this.socket?.readyState !== WebSocket.OPEN) {
      this.reconnectIfDown();
    } else if (this.hiddenAt && Date.now() - this.hiddenAt > 60_000) {
      this.reconnect();
    }
  };

  private reconnectIfDown = (): void => {
    const state = this.socket?.readyState;
    if (this.status === "lost" || (state !== WebSocket.OPEN && state !== WebSocket.CONNECTING)) this.reconnect();
  };

  // Without a network the socket still looks open and queues what is sent.
  private onOffline = (): void => {
    if (this.status === "open") this.status = "lost";
  };

  private connect(): void {
    clearTimeout(this.retryTimer);
    const address = new URL(`/api/tables/${encodeURIComponent(this.id)}/play`, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => this.send({ type: "hello", v: VERSION, language: this.language, seat: this.seat });
    socket.onmessage = (event) => {
      if (socket === this.socket) this.onMessage(JSON.parse(event.data as string) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (socket !== this.socket || this.closed) return;
      this.settle();
      if (event.code === 4404) {
        this.status = "gone";
      } else if (this.status !== "old") {
        this.status = this.state ? "lost" : "connecting";
        const wait = RETRY_DELAYS[Math.min(this.attempts++, RETRY_DELAYS.length - 1)]!;
        if (this.attempts > 2) this.status = "lost";
        this.retryTimer = window.setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
      }
    };
  }

  /** Send what is no move, such as a standing order. */
  send(message: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private onMessage(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        if (message.v !== VERSION) {
          this.status = "old";
          return;
        }
        this.status = "open";
        this.attempts = 0;
        this.welcome = message;
        this.chatLines = message.chat;
        if (!message.state.seed) saveCommitment(message.id, message.commitment);
        this.settle();
        this.applyState(message.state);
        break;
      case "state":
        this.applyState(message);
        break;
      case "chat":
        this.chatLines = [...this.chatLines, message.line];
        break;
      case "hint":
        this.hinting = false;
        if (message.number === this.state?.number) this.hint = message;
        break;
      case "notice":
        toasts.show(message.text);
        break;
      case "refused":
        this.settle();
        if (message.code === "version") this.status = "old";
        else if (message.code !== "stale") toasts.show(message.text, true);
        break;
    }
  }

  private applyState(state: State): void {
    this.sentences = [...this.sentences.filter((sentence) => sentence.number < state.kept), ...state.sentences];
    if (state.number !== this.state?.number || state.seat !== this.state?.seat) this.hint = null;
    if (this.busy && (state.number !== this.sentFor || !state.asked)) {
      // The second click of a double click must not answer the next question.
      clearTimeout(this.settleTimer);
      this.settleTimer = window.setTimeout(
        () => this.settle(),
        Math.max(0, this.sentAt + DOUBLE_CLICK_MS - Date.now()),
      );
    }
    this.state = state;
    this.seat = state.seat;
    this.receivedAt = Date.now();
  }

  private settle(): void {
    clearTimeout(this.settleTimer);
    this.busy = false;
    this.hinting = false;
    this.sentFor = -1;
  }

  /** Send an answer to the current state, at most once. */
  private sendOnce(message: ClientMessage): void {
    if (this.busy || !this.state) return;
    if (this.send(message)) {
      this.busy = true;
      this.sentAt = Date.now();
      this.sentFor = this.state.number;
    }
  }

  // The player's requests.

  play(action: Action): void {
    const state = this.state;
    if (state?.asked)
      this.sendOnce({ type: "play", number: state.number, seat: state.asked.seat, action: $state.snapshot(action) });
  }

  undo(): void {
    const state = this.state;
    if (state?.can_undo && state.seat !== null) this.sendOnce({ type: "undo", number: state.number, seat: state.seat });
  }

  chat(text: string): boolean {
    const trimmed = text.trim().slice(0, 500);
    return trimmed !== "" && this.send({ type: "chat", text: trimmed });
  }

  dropHint(): void {
    this.hint = null;
  }

  /** In a reaction window the server gives no hints: a hint would reveal that a reaction is possible. */
  get hintable(): boolean {
    return !!this.state?.asked && !this.state.reaction && !this.hinting;
  }

  requestHint(): void {
    if (this.state?.asked && this.hintable && this.send({ type: "hint", seat: this.state.asked.seat }))
      this.hinting = true;
  }

  skip(): void {
    this.send({ type: "skip" });
  }

  replace(seat: number, bot: boolean): void {
    this.send({ type: "replace", seat, bot });
  }

  /** Leave the guide of a lesson. */
  leaveGuide(): void {
    this.send({ type: "free" });
  }

  /** In the waiting room, the host gives a free seat to a bot, begins with bots on all free seats, or frees a seat. */
  fill(seat: number, level: string): void {
    this.send({ type: "fill", seat, level });
  }

  start(level: string): void {
    this.send({ type: "start", level });
  }

  remove(seat: number): void {
    this.send({ type: "remove", seat });
  }

  /** In a lesson: back to the learner's last decision. */
  goBack(): void {
    if (this.state?.guide?.can_go_back) this.sendOnce({ type: "back", number: this.state.number });
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

  viewSeat(seat: number | null): void {
    this.send({ type: "look", seat });
  }

  setLanguage(language: Language): void {
    if (language === this.language) return;
    this.language = language;
    this.send({ type: "speak", language });
  }
}
