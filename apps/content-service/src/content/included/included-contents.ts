import type { Members } from './included-members';

/** Entries of all items in one answer. The first item is always complete. */
const MAX_ENTRIES = 10_000;

/**
 * The contents of many items from one statement.
 * @param load reads the rows of these items, item by item in this order, at most `limit`
 * @param itemOf the id of the item that a row belongs to
 */
export function contentsOf<Item extends { id: number }, Row>(
  load: (ids: readonly number[], limit?: number) => Promise<Row[]>,
  itemOf: (row: Row) => number | null,
  present: (item: Item, rows: Row[]) => object[],
): (items: readonly Item[]) => Promise<Members> {
  return async (items) => {
    const ids = items.map(({ id }) => id);
    const rows = await load(ids, MAX_ENTRIES + 1);
    const lastRow = rows.at(-1);
    const end = rows.length > MAX_ENTRIES && lastRow !== undefined ? ids.indexOf(itemOf(lastRow) ?? 0) : ids.length;
    const complete = end === 0 ? await load(ids.slice(0, 1)) : rows;
    const rowsOf = Map.groupBy(complete, itemOf);
    return new Map(
      items.slice(0, Math.max(1, end)).map((item) => [item.id, { contents: present(item, rowsOf.get(item.id) ?? []) }]),
    );
  };
}
