import { listItems } from '../parameters/rules';

/** The members to keep, by name; `true` keeps the whole member. */
type Selection = Map<string, Selection | true>;

/** Reads `_fields`: names separated by commas or blanks, with dots for nested members. Undefined when it names nothing. */
export function readSelection(sent: unknown): Selection | undefined {
  const paths = listItems(sent).flatMap((item) => (typeof item === 'string' ? item.split(/\s+/) : []));
  const selection: Selection = new Map();
  for (const path of paths) select(selection, path.split('.'));
  return selection.size > 0 ? selection : undefined;
}

function select(selection: Selection, path: readonly string[]): void {
  let level = selection;
  for (const [depth, name] of path.entries()) {
    const known = level.get(name);
    if (known === true) return;
    if (depth === path.length - 1) {
      level.set(name, true);
      return;
    }
    const next = known ?? new Map<string, Selection | true>();
    level.set(name, next);
    level = next;
  }
}

/** The selected members in their former order. A name inside a list means that member of each item; a plain value has no members and stays. */
export function selected(value: unknown, selection: Selection): unknown {
  if (Array.isArray(value)) return value.map((item) => selected(item, selection));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const inside = selection.get(name);
    return inside === undefined ? [] : [[name, inside === true ? member : selected(member, inside)]];
  });
  return Object.fromEntries(members);
}

/** The selected members of a record, or of the records of a list. The members around a list stay. */
export function selectedRecords(answer: unknown, selection: Selection): unknown {
  if (typeof answer !== 'object' || answer === null || !('total_pages' in answer)) return selected(answer, selection);
  const members = Object.entries(answer).map(([name, member]: [string, unknown]): [string, unknown] => [
    name,
    Array.isArray(member) ? selected(member, selection) : member,
  ]);
  return Object.fromEntries(members);
}
