import type { Actor } from '@almanac/auth';
import { Database, type RowOf, selectColumns, selectComputed, sql } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import type { CalendarEvent } from '../../calendar/icalendar/calendar-event';
import { clockText, visibleTo } from '../../records/access/head-sql';
import type { WallClock } from '../../calendar/time-zones/wall-clock';
import { StoredEvent } from '../../records/record/record.entity';

/** The members of an entry that belong to its series. */
type SeriesLines = Partial<Pick<CalendarEvent, 'uid' | 'recurrence' | 'replaces'>>;

const clockTexts = (column: string): string =>
  `ARRAY(SELECT ${clockText('start')} FROM unnest(${column}) start ORDER BY start)`;

/** Data of series in feeds: one entry with the rule, and one entry for each occurrence that another event replaces. */
@Injectable()
export class FeedSeries {
  constructor(private readonly database: Database) {}

  /** Adds the ids of events that replace occurrences of these series: readers of the rule need its exceptions. */
  async withReplacements(ids: readonly number[], actor: Actor): Promise<number[]> {
    const parameters = new Parameters();
    const rows = await this.database.query(
      sql`SELECT ${selectColumns(StoredEvent, 'event', 'id')} FROM events event WHERE event.series_id = ANY(${parameters.add(ids)}) AND event.recurrence_start IS NOT NULL
        AND NOT event.hide_from_listings AND ${visibleTo(actor, 'event', 'event', undefined, parameters)} ORDER BY event.id`,
      parameters.values,
    );
    return [...new Set([...ids, ...rows.map(({ id }) => id)])];
  }

  /**
   * @param batch the events to describe
   * @param written ids of all events in the file; occurrences whose replacement is not among them become exdates
   */
  async lines(batch: readonly number[], written: ReadonlySet<number>): Promise<Map<number, SeriesLines>> {
    const rows = await this.database.query(SERIES, [batch]);
    if (rows.length === 0) return new Map();
    const replacements = await this.database.query(REPLACEMENTS, [batch]);
    const bySeries = Map.groupBy(replacements, ({ seriesId }) => seriesId);
    return new Map(rows.map((row) => [row.id, linesOf(row, bySeries.get(row.id) ?? [], written)]));
  }

  /** The stored recurrence of one event, without regard to a reader. */
  async linesOf(id: number): Promise<SeriesLines> {
    const [row] = await this.database.query(SERIES, [[id]]);
    return row ? linesOf(row, [], new Set()) : {};
  }
}

interface Replacing extends Pick<StoredEvent, 'timezone' | 'allDay'> {
  /** UID of the series, for an event that replaces one of its occurrences; null for all others. */
  seriesUid: string | null;
  replacedStart: WallClock;
}

const SERIES = sql`
  SELECT ${selectColumns(StoredEvent, 'event', 'id', 'rrule')},
    ${selectComputed<Record<'without' | 'besides', WallClock[]>>({ without: clockTexts('event.exdates'), besides: clockTexts('event.rdates') })},
    ${selectComputed<Replacing>({
      seriesUid: 'series.uid',
      timezone: 'series.timezone',
      allDay: 'series.all_day',
      replacedStart: clockText('event.recurrence_start'),
    })}
  FROM events event LEFT JOIN events series ON series.id = event.series_id AND event.recurrence_start IS NOT NULL
  WHERE event.id = ANY($1) AND (event.rrule IS NOT NULL OR event.rdates <> '{}' OR series.id IS NOT NULL)`;

const REPLACEMENTS = sql`
  SELECT ${selectColumns(StoredEvent, 'event', 'id', 'seriesId')}, ${selectComputed<{ start: WallClock }>({ start: clockText('event.recurrence_start') })}
  FROM events event WHERE event.series_id = ANY($1) AND event.recurrence_start IS NOT NULL`;

function linesOf(
  row: RowOf<typeof SERIES>,
  replacements: readonly RowOf<typeof REPLACEMENTS>[],
  written: ReadonlySet<number>,
): SeriesLines {
  const { seriesUid: uid, timezone, allDay, replacedStart: start, rrule: rule, besides } = row;
  if (uid !== null) return { uid, replaces: { start, timezone, allDay } };
  const [exported, omitted] = [true, false].map((is) =>
    replacements.filter(({ id }) => written.has(id) === is).map((one) => one.start),
  );
  const without = [...new Set([...row.without, ...(omitted ?? [])])]
    .filter((clock) => !exported?.includes(clock))
    .sort();
  return { recurrence: { rule, besides, without } };
}
