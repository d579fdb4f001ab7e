import { isoOffset, toIsoText, toWallClock } from '../../../../calendar/time-zones/conversion';
import { storedZone } from '../../../../calendar/time-zones/stored-zone';
import type { TimeZone } from '../../../../calendar/time-zones/time-zone';
import { clockTime, type WallClock } from '../../../../calendar/time-zones/wall-clock';
import { zoneWords } from '../../../../calendar/time-zones/zone-words';
import type { EventRow } from '../../../events/rows/event-row';

/** A `<time>` element. */
interface Moment {
  datetime: string;
  text: string;
}

/** From when to when, as a page shows it. */
interface ShownTimes {
  start: Moment;
  /** Absent when the start says all: an event of one whole day, or without duration. */
  end?: Moment;
  /** Absent for whole days, which have no zone. */
  zone?: { words: string; name: string };
}

type Times = Pick<EventRow, 'startsLocal' | 'endsLocal' | 'startsAt' | 'endsAt' | 'timezone' | 'allDay'>;

const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** `Thursday, 1 May 2031`. */
const dayText = (wall: WallClock): string => `${WEEKDAY.format(clockTime(wall))}, ${DAY.format(clockTime(wall))}`;

const time = (wall: WallClock): string => wall.slice(11, 16);
const dayAndTime = (wall: WallClock): string => `${dayText(wall)}, ${time(wall)}`;

/** On the event's own clock. */
export function ownTimes(event: Times): ShownTimes {
  if (event.allDay) return wholeDays(event.startsLocal, event.endsLocal);
  return timesIn(event, storedZone(event.timezone));
}

/** On the reader's clock, with the day where it is another one; undefined when it shows the same times as the event's own, and for whole days. */
export function timesOfReader(event: Times, zone: TimeZone): ShownTimes | undefined {
  if (event.allDay) return undefined;
  const own = storedZone(event.timezone);
  const differ = [event.startsAt, event.endsAt].some((seconds) => {
    const instant = new Date(seconds * 1_000);
    return isoOffset(instant, zone) !== isoOffset(instant, own);
  });
  return differ ? timesIn(event, zone, event.startsLocal.slice(0, 10)) : undefined;
}

function wholeDays(start: WallClock, end: WallClock): ShownTimes {
  const day = (wall: WallClock): Moment => ({ datetime: wall.slice(0, 10), text: dayText(wall) });
  return start.slice(0, 10) === end.slice(0, 10) ? { start: day(start) } : { start: day(start), end: day(end) };
}

/** @param day one that the page has named already */
function timesIn({ startsAt, endsAt }: Times, zone: TimeZone, day = ''): ShownTimes {
  const [start, end] = [new Date(startsAt * 1_000), new Date(endsAt * 1_000)];
  const [startWall, endWall] = [toWallClock(start, zone), toWallClock(end, zone)];
  const isSameDay = startWall.slice(0, 10) === endWall.slice(0, 10);
  return {
    start: {
      datetime: toIsoText(start, zone),
      text: startWall.startsWith(`${day} `) ? time(startWall) : dayAndTime(startWall),
    },
    ...(endsAt > startsAt && {
      end: {
        datetime: toIsoText(end, zone),
        text: isSameDay ? time(endWall) : dayAndTime(endWall),
      },
    }),
    zone: { words: zoneWords(start, zone), name: zone.name },
  };
}
