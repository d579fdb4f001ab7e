const LENGTH = 68;
const INVISIBLE = '\u200b\u2060\u3164';

/** Names that pages must hold: each makes one out of an ordinary word. */
export const HOSTILE_NAMES: readonly (readonly [kind: string, named: (word: string) => string])[] = [
  ['long words', (word) => `${word.replaceAll(/\W/g, '')}${'w'.repeat(LENGTH)}`.slice(0, LENGTH)],
  ['long words of both directions', (word) => `${'ש'.repeat(LENGTH)} ${word} (npm ci), 2.`],
  // The API refuses an empty name, but not one that looks like it.
  ['names that show nothing', (word) => INVISIBLE.repeat(1 + Number(/\d+$/.exec(word)?.[0] ?? 0))],
];
