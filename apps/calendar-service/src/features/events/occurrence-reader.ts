import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { defineListing, fetchListing, integer, type ListBatch, type ListQuery } from '@almanac/listing';
import { Inject, Injectable } from '@nestjs/common';
import { readParameters } from '../../calendar/parameters/read-parameters';
import { EventAccess } from './event-access';
import { EventLoader } from './rows/events.repository';
import { EventPresenter } from './presenter/event.presenter';
import { EVENT_COLUMNS, type EventRow } from './rows/event-row';
import { apiRoot, SETTINGS, type Settings } from '../../config';
import { listAnswer, type ListAnswer, sentParameters } from '../../calendar/lists/list-answer';
import { readPaging } from '../../calendar/lists/list-query';
import { COMPARISONS, type DateComparison } from '../../calendar/date-window/date-window';
import { wallOf } from '../../calendar/dates/date-reading';
import { parseDateText } from '../../calendar/dates/parse-date-text';
import { visibleTo } from '../../records/access/head-sql';
import { RecordWriting } from '../../records/writing/record-writing';
import { endOfDay, startOfDay, type WallClock } from '../../calendar/time-zones/wall-clock';
import { EventPasswords } from './passwords/event-passwords';
import { OccurrenceListDto } from './series/series.dto';
import { START } from './listing/event-listing';
import { comparisonSql } from './listing/listing-sql';
import { SeriesReach } from './series/series-reach';

/** The requested time, on the event's clock. */
interface Span {
  from: WallClock | undefined;
  to: WallClock | undefined;
}

const comparisonsOf = ({ from, to }: Span): DateComparison[] => [
  ...(from ? [{ ...COMPARISONS.overlaps_from, against: { clock: 'local', value: from } } as const] : []),
  ...(to ? [{ ...COMPARISONS.overlaps_to, against: { clock: 'local', value: to } } as const] : []),
];

const OCCURRENCE_FIELDS = defineListing({ start_date: START }, integer('occurrence.id'));

/** Lists the occurrences of one event, with the events that replace some of them. */
@Injectable()
export class OccurrenceReader {
  constructor(
    private readonly database: Database,
    private readonly access: EventAccess,
    private readonly loader: EventLoader,
    private readonly presenter: EventPresenter,
    private readonly writing: RecordWriting,
    private readonly passwords: EventPasswords,
    private readonly reach: SeriesReach,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Dates mean whole days on the event's clock; without dates, all occurrences are listed. */
  async list(id: number, input: Record<string, unknown>, actor: Actor): Promise<ListAnswer> {
    const { value, faults } = readParameters(OccurrenceListDto, input);
    const span = { from: this.day(value.start_date, startOfDay), to: this.day(value.end_date, endOfDay) };
    if (span.from && span.to && span.to < span.from) faults.add('end_date', 'end_date must not be before start_date.');
    const path = `events/${id}/occurrences`;
    const list = { definition: OCCURRENCE_FIELDS, path, secret: this.settings.serviceSecret };
    const order = { sort: 'start_date', descending: value.order === 'desc', filters: [] };
    const { query, cursors } = readPaging(list, order, value, faults);
    faults.refuse();
    await this.access.getReadable({ id }, actor, value);
    const dates = comparisonsOf(span);
    const completeUntil = await this.reach.cover(dates, (parameters) => `event.id = ${parameters.add(id)}`);
    const page = await this.fetch(id, dates, actor, query);
    const events = await this.loader.load(page.rows);
    const locked = await this.passwords.lockedAmong(page.rows, value.password);
    return listAnswer({
      collection: `${apiRoot(this.settings)}/${path}`,
      name: 'occurrences',
      records: this.presenter.presentList(events, locked, actor),
      page,
      cursors,
      completeUntil,
      parameters: sentParameters(input, ['start_date', 'end_date', 'order', 'password']),
    });
  }

  private day(text: string | undefined, edge: (wall: WallClock) => WallClock): WallClock | undefined {
    const reading = text === undefined ? undefined : parseDateText(text, this.writing.siteZone, new Date());
    return reading && edge(wallOf(reading, this.writing.siteZone));
  }

  private fetch(
    id: number,
    dates: readonly DateComparison[],
    actor: Actor,
    query: ListQuery,
  ): Promise<ListBatch<EventRow>> {
    return fetchListing(this.database, OCCURRENCE_FIELDS, query, {
      select: EVENT_COLUMNS,
      from: 'occurrences occurrence JOIN events event ON event.id = occurrence.event_id',
      where: (parameters) => {
        const event = parameters.add(id);
        return [
          `event.id IN (SELECT ${event}::int UNION SELECT id FROM events WHERE series_id = ${event}::int AND recurrence_start IS NOT NULL)`,
          visibleTo(actor, 'event', 'event', undefined, parameters),
          ...dates.map((comparison) => comparisonSql(comparison, parameters)),
        ].join(' AND ');
      },
    });
  }
}
