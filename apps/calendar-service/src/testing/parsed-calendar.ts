import ICAL from 'ical.js';
import nodeIcal from 'node-ical';

/** An event as a reader of calendar files understands it; instants as ISO texts in UTC, whole days as `2031-05-01`. */
export interface ReadEntry {
  uid: string;
  title: string;
  start: string;
  end: string;
}

const byUid = (entries: ReadEntry[]): ReadEntry[] =>
  entries.sort((a, b) => (a.uid + a.start < b.uid + b.start ? -1 : 1));

/** Reads with ical.js, which takes zones only from the file. */
export function readWithIcalJs(text: string): ReadEntry[] {
  const moment = (time: ICAL.Time) => (time.isDate ? time.toString() : time.toJSDate().toISOString());
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
  return byUid(
    events.map(({ uid, summary, startDate, endDate }) => ({
      uid,
      title: summary,
      start: moment(startDate),
      end: moment(endDate),
    })),
  );
}

/** Reads with node-ical, which knows zones by their names. */
export function readWithNodeIcal(text: string): ReadEntry[] {
  const moment = (time: Date & { dateOnly?: true }) => (time.dateOnly ? localDay(time) : time.toISOString());
  const entries = Object.values(nodeIcal.sync.parseICS(text)).flatMap((entry) =>
    entry?.type === 'VEVENT' ? [entry] : [],
  );
  return byUid(
    entries.map(({ uid, summary, start, end }) => ({
      uid,
      title: typeof summary === 'string' ? summary : summary.val,
      start: moment(start),
      end: moment(end ?? start),
    })),
  );
}

const localDay = (time: Date): string =>
  [time.getFullYear(), time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
