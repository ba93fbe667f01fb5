// What the events of a turn change on the table, for the digest and the marks of what is new.

import type { Changes } from "../../table/chronicle";
import type { ClefEvent } from "../../protocol.gen";

export function changes(event: ClefEvent): Changes {
  switch (event.event) {
    case "open_world":
      return { fresh: [`world:${event.place}`] };
    case "reveal":
      return { fresh: [`seat:${event.seat}`] };
    default:
      return {};
  }
}
