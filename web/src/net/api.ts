// What the server answers over plain requests.

import type { Facts, GameId, Language, Me, NewTable, Summary } from "../protocol";

export class Problem extends Error {
  constructor(
    readonly status: number,
    text: string,
    readonly key: string,
  ) {
    super(text);
  }
}

export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`/api${path}`, {
    method,
    // What is refused is said in the language of the page.
    headers: { "Accept-Language": document.documentElement.lang, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const value = await answer.json().catch(() => null);
  if (!answer.ok) throw new Problem(answer.status, value?.error ?? answer.statusText, value?.key ?? "");
  return value as T;
}

export interface GameShown {
  id: GameId;
  titles: Record<Language, string>;
  least_players: number;
  most_players: number;
  options: Facts;
  edition: string;
}

export interface About {
  v: number;
  version: string;
  games: GameShown[];
  bots: string[];
  languages: Language[];
  /** Whether other machines reach the server. */
  open: boolean;
}

/** Where one is written to, if the server writes mails at all. */
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

export const about = (): Promise<About> => ask("GET", "/about");
export const me = (): Promise<Me | null> => ask("GET", "/me");
export const introduce = (name: string, colour: number, language: Language): Promise<Omit<Me, "tables">> =>
  ask("PUT", "/me", { name, colour, language });
export const mail = (): Promise<Mail> => ask("GET", "/me/mail");
export const setMail = (email: string): Promise<Mail> => ask("PUT", "/me/mail", { email });
export const openTables = (): Promise<Summary[]> => ask("GET", "/tables");
export const setTable = (wish: NewTable): Promise<Summary> => ask("POST", "/tables", wish);
export const table = (id: string): Promise<Summary> => ask("GET", `/tables/${encodeURIComponent(id)}`);
export const join = (id: string, seat: number | null): Promise<Summary & { seat: number }> =>
  ask("POST", `/tables/${encodeURIComponent(id)}/join`, { seat });
export const byCode = (code: string): Promise<Summary> => ask("GET", `/codes/${encodeURIComponent(code)}`);

const kept = new Map<string, Promise<unknown>>();

/** Things that do not change while the page is open are asked for once. */
function once<T>(path: string): Promise<T> {
  let found = kept.get(path) as Promise<T> | undefined;
  if (!found) {
    found = ask<T>("GET", path);
    kept.set(path, found);
    found.catch(() => kept.delete(path));
  }
  return found;
}

export const cards = (game: string, language: Language): Promise<Facts[]> => once(`/games/${game}/cards?lang=${language}`);
export const rules = (game: string, language: Language): Promise<Clause[]> => once(`/games/${game}/rules?lang=${language}`);
export const aboutOnce = (): Promise<About> => once("/about");
