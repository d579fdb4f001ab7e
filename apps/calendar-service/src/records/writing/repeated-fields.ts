const DATES: readonly string[] = ['date', 'date_utc'];

/**
 * The input of a change without the members that repeat the answer about the record: the named ones, and both dates together. Where answers show
 * something else than what is stored, such as rendered text or the date of a draft, a repetition would otherwise be stored as a change.
 */
export function withoutRepeated(input: object, shown: object, names: readonly string[]): object {
  const answer = new Map<string, unknown>(Object.entries(shown));
  const members = Object.entries(input);
  const isRepeated = ([name, value]: [string, unknown]) => answer.has(name) && answer.get(name) === value;
  const dates = members.filter(([name]) => DATES.includes(name));
  const dropped = dates.length === DATES.length && dates.every(isRepeated) ? [...names, ...DATES] : names;
  return Object.fromEntries(members.filter((member) => !(dropped.includes(member[0]) && isRepeated(member))));
}
