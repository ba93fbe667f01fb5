// The sentences of the replay, statistics and big screen pages; english.ts has their texts.
import { locale } from "../i18n/index.svelte";

export const replayMessages = () => locale.messages.replay;
