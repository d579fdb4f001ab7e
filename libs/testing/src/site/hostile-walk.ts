import type { Reader } from './reader';

/** Names and dates in addresses: pages that differ in nothing else are of one kind. */
const NAMES = /(\/(?:books|page|chapter|shelves|user|event|venue|organizer|category|tag)\/)[^/]+/g;
const DATES = /\d{4}-\d\d(?:-\d\d)?/;
const NUMBERS = /(?<=\/)\d+(?=\/|$)/g;
/** Parameters that change the order or place of a list, not its kind. */
const OF_LISTS = new Set(['sort', 'page', 'return', 'search']);

function kindOf({ pathname, searchParams }: URL): string {
  const names = [...new Set(searchParams.keys())].filter((name) => !OF_LISTS.has(name));
  const path = pathname.replace(NAMES, '$1:name').replace(DATES, ':date').replace(NUMBERS, ':id');
  return names.length === 0 ? path : `${path}?${names.sort().join('&')}`;
}

/** The faults of the page of each kind. */
export type Misfits = Record<string, string[]>;

/**
 * Follows the links from these pages, to one page of each kind, and judges it.
 * @param isFollowed whether the walk opens pages with this path
 * @param judge the method of the reader
 */
export async function walkHostileSite(
  reader: Reader,
  starts: readonly string[],
  isFollowed: (path: string) => boolean,
  judge: 'faults' | 'misfits',
): Promise<Misfits> {
  const found: Misfits = {};
  const waiting = [...starts];
  for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) {
    const kind = kindOf(new URL(target, 'http://site.example'));
    if (kind in found || !isFollowed(target)) continue;
    await reader.open(target);
    found[kind] = await reader[judge](kind.replaceAll(/\W+/g, '-'));
    waiting.push(...(await reader.links()));
  }
  return found;
}
