// The HTTP API of the server.

import type {
  About,
  Clause,
  ErrorAnswer,
  GameCard,
  GameId,
  Joined,
  Known,
  Language,
  MailShown,
  NewTable,
  Profile,
  Requests,
  Summary,
} from "../protocol.gen";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    text: string,
    readonly key: string,
  ) {
    super(text);
  }
}

type Route = keyof Requests;
type RouteWithoutBody = { [R in Route]: Requests[R]["body"] extends undefined ? R : never }[Route];
/** What stands in the braces of a path, and otherwise in the query. */
type Values = Readonly<Record<string, string>>;

/** The address of a route. */
function address(path: string, values: Values): string {
  const query = new URLSearchParams(values);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    query.delete(name);
    return encodeURIComponent(values[name] ?? "");
  });
  return query.size ? `${filled}?${query}` : filled;
}

async function send(method: string, address: string, body: unknown): Promise<unknown> {
  const response = await fetch(address, {
    method,
    // The server translates error messages.
    headers: {
      "Accept-Language": document.documentElement.lang,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer;
  const { error, key } = { error: response.statusText, key: "", ...(answer as Partial<ErrorAnswer> | null) };
  throw new ApiError(response.status, error, key);
}

/** Send a request. Its body and its answer are those that the server has for the route. */
export async function request<R extends Route>(
  route: R,
  values: Values,
  body: Requests[R]["body"],
): Promise<Requests[R]["answer"]> {
  const [method, path] = route.split(" ") as [string, string];
  return (await send(method, address(path, values), body)) as Requests[R]["answer"];
}

/** Send a request that has no body. */
export const get = <R extends RouteWithoutBody>(route: R, values: Values = {}): Promise<Requests[R]["answer"]> =>
  request(route, values, undefined);

export const me = (): Promise<Known | null> => get("GET /api/me");
export const introduce = (name: string, colour: number, language: Language): Promise<Profile> =>
  request("PUT /api/me", {}, { name, colour, language });
export const mail = (): Promise<MailShown> => get("GET /api/me/mail");
export const setMail = (email: string): Promise<MailShown> => request("PUT /api/me/mail", {}, { email });
export const openTables = (): Promise<readonly Summary[]> => get("GET /api/tables");
export const createTable = (table: NewTable): Promise<Summary> => request("POST /api/tables", {}, table);
export const table = (id: string): Promise<Summary> => get("GET /api/tables/{id}", { id });
export const join = (id: string, seat: number | null): Promise<Joined> =>
  request("POST /api/tables/{id}/join", { id }, { seat });
export const byCode = (code: string): Promise<Summary> => get("GET /api/codes/{code}", { code });

/** Request something that does not change while the page is open, at most once. */
function once<Arguments extends readonly string[], Answer>(
  ask: (...values: Arguments) => Promise<Answer>,
): (...values: Arguments) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>();
  return (...values) => {
    const key = values.join(" ");
    let found = answers.get(key);
    if (!found) {
      found = ask(...values);
      answers.set(key, found);
      found.catch(() => answers.delete(key));
    }
    return found;
  };
}

const cardsOnce = once((game: string, lang: Language) => get("GET /api/games/{game}/cards", { game, lang }));
/** The cards of a game; whoever names the game gets the type of its cards. */
export const cards = <Game extends GameId = GameId>(
  game: string,
  language: Language,
): Promise<readonly GameCard<Game>[]> => cardsOnce(game, language) as Promise<readonly GameCard<Game>[]>;
export const rules: (game: string, language: Language) => Promise<readonly Clause[]> = once(
  (game: string, lang: Language) => get("GET /api/games/{game}/rules", { game, lang }),
);
export const aboutOnce: () => Promise<About> = once(() => get("GET /api/about"));
