import type { ReadEntry } from '../../../calendar/icalendar/reading/read-calendar';
import type { ReadCancellation } from '../../../calendar/icalendar/reading/read-event';
import { toInstant } from '../../../calendar/time-zones/conversion';
import { storedZone } from '../../../calendar/time-zones/stored-zone';

/** An event of a file that could be read. */
export type Entry = Exclude<ReadEntry, { fault: string }>;

export const entryHead = (entry: Entry): ReadCancellation => ('cancelled' in entry ? entry.cancelled : entry.read);

/**
 * The entries of one UID in the order in which to import them: the series before its occurrences, which need it.
 * @returns `outdated`: entries of which the file has a newer version. Otherwise each import of the file would change the event to and fro.
 */
export function inOrder(group: readonly Entry[]): { entries: Entry[]; outdated: Entry[] } {
  const newest = new Map<string, Entry>();
  for (const entry of group) {
    const other = newest.get(keyOf(entry));
    if (!other || !isOlder(entryHead(entry), entryHead(other))) newest.set(keyOf(entry), entry);
  }
  const entries = [...newest.values()].sort(
    (a, b) => Number(entryHead(a).replaces !== undefined) - Number(entryHead(b).replaces !== undefined),
  );
  return { entries, outdated: group.filter((entry) => newest.get(keyOf(entry)) !== entry) };
}

/** The same for all versions of an event or of an occurrence; cancellations are kept apart. */
function keyOf(entry: Entry): string {
  const { replaces, isFollowing } = entryHead(entry);
  const kind = `${'cancelled' in entry ? 'cancelled' : 'read'}${isFollowing ? ' following' : ''}`;
  if (!replaces) return kind;
  const { clock, zone } = replaces;
  return `${kind} ${zone === undefined ? clock : toInstant(clock, storedZone(zone)).toISOString()}`;
}

function isOlder(one: ReadCancellation, other: ReadCancellation): boolean {
  if (one.sequence !== other.sequence) return one.sequence < other.sequence;
  return (one.modifiedAt?.getTime() ?? Infinity) < (other.modifiedAt?.getTime() ?? Infinity);
}
