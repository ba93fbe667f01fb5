// Moves that cannot be undone and are rarely meant: the page asks before it sends them.

/** What a move costs. */
export type Risk =
  | { readonly kind: "refresh" | "redraw" | "discards_character" | "gives_up_actions" }
  | { readonly kind: "diamonds" | "ready_keys" | "needed_key"; readonly n: number };
