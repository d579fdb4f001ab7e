import { LRUCache } from 'lru-cache';
import { parseTimeZone, type TimeZone, UTC } from './time-zone';

/** The platform takes a millisecond and more to look up a zone's rules, and lists of events share a few zones. */
const zones = new LRUCache<string, TimeZone>({ max: 500 });

/** The zone of a stored event, or of a setting: its name was checked when it came in. */
export function storedZone(name: string): TimeZone {
  const known = zones.get(name);
  if (known) return known;
  const zone = parseTimeZone(name) ?? UTC;
  zones.set(name, zone);
  return zone;
}
