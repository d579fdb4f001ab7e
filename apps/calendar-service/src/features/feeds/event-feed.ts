import { setImmediate } from 'node:timers/promises';
import type { Actor } from '@almanac/auth';
import { badRequest } from '@almanac/errors';
import { Inject, Injectable } from '@nestjs/common';
import { DATE_PARAMETERS } from '../../calendar/date-window/date-window';
import { type KeptLines, publicLines } from '../../calendar/icalendar/kept-lines';
import {
  CALENDAR_END,
  type CalendarHead,
  writeEvent,
  writeHead,
} from '../../calendar/icalendar/writing/write-calendar';
import { writeTimeZone } from '../../calendar/icalendar/writing/write-time-zone';
import { storedZone } from '../../calendar/time-zones/stored-zone';
import { UTC } from '../../calendar/time-zones/time-zone';
import { EventListParser } from '../events/listing/event-list-parser';
import { apiRoot, SETTINGS, type Settings } from '../../config';
import { mayUpdate } from '../../records/access/rights';
import { EventAccess } from '../events/event-access';
import { matchingEvents } from '../events/listing/event-listing';
import type { FullEvent } from '../events/rows/event-row';
import { SeriesReach } from '../events/series/series-reach';
import { CalendarEvents } from './calendar-events';
import { FeedEntries, MAX_ENTRIES, type UsedZone } from './feed-entries';
import { FeedSeries } from './feed-series';
import { FeedVersion } from './feed-version';

/** A calendar file. Its ETag is known before the file is written. */
export interface CalendarFile {
  etag: string;
  /** Name of the file without its extension. */
  name: string;
  write: () => Promise<WrittenFile>;
}

/** The text of a file. Its events are complete up to `completeUntil`; undefined when it has all of them. */
interface WrittenFile {
  text: AsyncIterable<string>;
  completeUntil?: Date | undefined;
}

/** Events as iCalendar files. */
@Injectable()
export class EventFeed {
  constructor(
    private readonly queries: EventListParser,
    private readonly access: EventAccess,
    private readonly entries: FeedEntries,
    private readonly series: FeedSeries,
    private readonly reach: SeriesReach,
    private readonly versions: FeedVersion,
    private readonly events: CalendarEvents,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * All events that match, without pages.
   * @param input parameters of the list of events; paging and order have no effect
   * @throws Problem 400 for parameters that the list refuses; `write` throws it for more than `MAX_ENTRIES` matches
   */
  async list(title: string, name: string, input: Record<string, unknown>, actor: Actor): Promise<CalendarFile> {
    const { filter, value } = await this.queries.parse(feedWindow(input, new Date()), actor);
    const head = this.head(title);
    return {
      etag: await this.versions.etag({ head, filter, password: value.password }, actor),
      name,
      write: async () => {
        const completeUntil = await this.reach.cover(filter.dates, (parameters) =>
          matchingEvents(filter, actor, parameters),
        );
        const ids = await this.entries.ids(filter, actor);
        if (ids.length > MAX_ENTRIES)
          badRequest(`More than ${MAX_ENTRIES} events match. Ask for fewer of them.`, { type: 'limit-reached' });
        return { text: await this.begun(head, ids, actor, value.password), completeUntil };
      },
    };
  }

  /** One event, for callers who may read it. Without the password of a protected event, the file has only the members that lists show. */
  async single(id: number, input: object, actor: Actor): Promise<CalendarFile> {
    const { event, password } = await this.access.getExportable({ id }, input, actor);
    const head = this.head(event.title);
    return {
      etag: await this.versions.etag({ head, id, password }, actor),
      name: event.slug || `event-${id}`,
      write: async () => ({ text: await this.begun(head, [id], actor, password) }),
    };
  }

  private head(name: string): CalendarHead {
    const { baseUrl } = this.settings;
    return { name, description: `Events of ${new URL(baseUrl).host}`, url: `${apiRoot(this.settings)}/events/` };
  }

  /** Everything that may throw a problem runs before the first line is written. */
  private async begun(head: CalendarHead, ids: readonly number[], actor: Actor, password: string | undefined) {
    const all = await this.series.withReplacements(ids, actor);
    return this.written(head, all, actor, await this.entries.opened(all, password));
  }

  private async *written(
    head: CalendarHead,
    all: readonly number[],
    actor: Actor,
    opened: ReadonlySet<number>,
  ): AsyncGenerator<string> {
    const isLocked = ({ id, passwordHash }: FullEvent['row']) => passwordHash !== null && !opened.has(id);
    const written = new Set(all);
    yield writeHead(head);
    for (const zone of await this.entries.zones(all)) {
      yield writeZone(zone);
      // The rules of a zone take tens of milliseconds when they are looked up for the first time.
      await setImmediate();
    }
    for await (const batch of this.entries.batches(all)) {
      const series = await this.series.lines(
        batch.map(({ row }) => row.id),
        written,
      );
      const kept = await this.entries.keptLines(batch.map(({ row }) => row.id));
      yield batch
        .map((event) =>
          writeEvent({
            ...this.events.of(event, actor, isLocked(event.row)),
            ...series.get(event.row.id),
            kept: isLocked(event.row) ? undefined : visibleLines(kept.get(event.row.id), event.row, actor),
          }),
        )
        .join('');
    }
    yield CALENDAR_END;
  }
}

/** Only callers who may change the event see its invited people, as with its attendees, and lines of single programs. */
function visibleLines(kept: KeptLines | undefined, row: FullEvent['row'], actor: Actor): KeptLines | undefined {
  return kept && (mayUpdate(actor, 'event', row) ? kept : publicLines(kept));
}

function writeZone({ timezone, firstYear, lastYear }: UsedZone): string {
  const zone = storedZone(timezone);
  return zone.name === UTC.name ? '' : writeTimeZone(zone, firstYear, lastYear);
}

const MONTHS_BACK = 3;
const LAST_DAY = '9999-12-29';

/**
 * Replaces the default dates of lists (yesterday to two years ahead) by those of feeds, because subscribers want all future and recent events.
 * Without dates, a feed begins three months back and has no end. With a start alone it has no end; with an end alone it begins three months back.
 */
function feedWindow(input: Readonly<Record<string, unknown>>, now: Date): Record<string, unknown> {
  const sent = DATE_PARAMETERS.filter((name) => input[name] !== undefined && input[name] !== '0');
  const lately = monthsBefore(now);
  if (sent.length === 0) return { ...input, overlaps_from: lately };
  if (sent.every((name) => name === 'start_date')) return { ...input, end_date: LAST_DAY };
  if (sent.every((name) => name === 'end_date')) return { ...input, start_date: lately };
  return { ...input };
}

/** The first day of a month, so that the same feed keeps its ETag for that month. */
function monthsBefore(now: Date): string {
  const then = new Date(now);
  then.setUTCMonth(then.getUTCMonth() - MONTHS_BACK, 1);
  return then.toISOString().slice(0, 10);
}
