// The HTTP API of the server.

import type { GameCard, GameId, Language, Me, OptionValues, TableRequest, TableSummary } from "../protocol";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    text: string,
    readonly key: string,
  ) {
    super(text);
  }
}

export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`/api${path}`, {
    method,
    // The server translates error messages.
    headers: { "Accept-Language": document.documentElement.lang, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const value = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(response.status, value?.error ?? response.statusText, value?.key ?? "");
  return value as T;
}

export interface GameInfo {
  id: GameId;
  titles: Record<Language, string>;
  least_players: number;
  most_players: number;
  options: OptionValues;
  edition: string;
}

export interface About {
  v: number;
  version: string;
  games: GameInfo[];
  bots: string[];
  languages: Language[];
  /** Whether the server accepts connections from other machines. */
  open: boolean;
}

/** The address for e-mail notices; `offered` says whether the server sends e-mail at all. */
export interface Mail {
  offered: boolean;
  email: string;
  confirmed: boolean;
}

export interface Clause {
  id: string;
  title: string;
  text: string;
  section: string;
}

export const about = (): Promise<About> => request("GET", "/about");
export const me = (): Promise<Me | null> => request("GET", "/me");
export const introduce = (name: string, colour: number, language: Language): Promise<Omit<Me, "tables">> =>
  request("PUT", "/me", { name, colour, language });
export const mail = (): Promise<Mail> => request("GET", "/me/mail");
export const setMail = (email: string): Promise<Mail> => request("PUT", "/me/mail", { email });
export const openTables = (): Promise<TableSummary[]> => request("GET", "/tables");
export const createTable = (table: TableRequest): Promise<TableSummary> => request("POST", "/tables", table);
export const table = (id: string): Promise<TableSummary> => request("GET", `/tables/${encodeURIComponent(id)}`);
export const join = (id: string, seat: number | null): Promise<TableSummary & { seat: number }> =>
  request("POST", `/tables/${encodeURIComponent(id)}/join`, { seat });
export const byCode = (code: string): Promise<TableSummary> => request("GET", `/codes/${encodeURIComponent(code)}`);

const cache = new Map<string, Promise<unknown>>();

/** Request something that does not change while the page is open, at most once. */
function cached<T>(path: string): Promise<T> {
  let found = cache.get(path) as Promise<T> | undefined;
  if (!found) {
    found = request<T>("GET", path);
    cache.set(path, found);
    found.catch(() => cache.delete(path));
  }
  return found;
}

export const cards = <Game extends GameId = GameId>(game: string, language: Language): Promise<GameCard<Game>[]> => cached(`/games/${game}/cards?lang=${language}`);
export const rules = (game: string, language: Language): Promise<Clause[]> => cached(`/games/${game}/rules?lang=${language}`);
export const aboutOnce = (): Promise<About> => cached("/about");
