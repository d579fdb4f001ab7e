import { parseTimeZone, type TimeZone, UTC } from './time-zone';

/** The zone of a stored event, or of a setting: its name was checked when it came in. */
export const storedZone = (name: string): TimeZone => parseTimeZone(name) ?? UTC;
