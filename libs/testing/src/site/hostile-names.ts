const LENGTH = 68;
const INVISIBLE = '\u200b\u2060\u3164';

type Named = (word: string) => string;

/**
 * Names that pages must hold: each makes one out of an ordinary word. The first are judged by axe as well; it takes as long as all measuring,
 * and finds the same with others.
 */
export const HOSTILE_NAMES: readonly (readonly [kind: string, judge: 'faults' | 'misfits', named: Named])[] = [
  ['long words', 'faults', (word) => `${word.replaceAll(/\W/g, '')}${'w'.repeat(LENGTH)}`.slice(0, LENGTH)],
  ['long words of both directions', 'misfits', (word) => `${'ש'.repeat(LENGTH)} ${word} (npm ci), 2.`],
  // The API refuses an empty name, but not one that looks like it.
  ['names that show nothing', 'misfits', (word) => INVISIBLE.repeat(1 + Number(/\d+$/.exec(word)?.[0] ?? 0))],
];
