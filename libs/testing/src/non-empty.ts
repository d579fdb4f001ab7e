/**
 * A list as it is, for a loop of assertions: over an empty list the test would pass without a check.
 * @throws Error when it is empty
 */
export function nonEmpty<Item>(list: Iterable<Item>): Item[] {
  const items = [...list];
  if (items.length === 0) throw new Error('The list is empty, so the loop over it would check nothing.');
  return items;
}
