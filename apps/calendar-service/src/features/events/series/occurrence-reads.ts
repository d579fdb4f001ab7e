import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { type PageQuery, Parameters } from '@almanac/listing';
import { Inject, Injectable } from '@nestjs/common';
import { apiRoot, SETTINGS, type Settings } from '../../../config';
import { fetchPage, type Page } from '../../../calendar/lists/fetch-page';
import { listAnswer, type ListAnswer, sentParameters } from '../../../calendar/lists/list-answer';
import { pageQuery } from '../../../calendar/lists/page.dto';
import { COMPARISONS, type DateComparison } from '../../../calendar/date-window/date-window';
import { wallOf } from '../../../calendar/dates/date-reading';
import { parseDateText } from '../../../calendar/dates/parse-date-text';
import { readParameters } from '../../../calendar/parameters/read-parameters';
import { visibleTo } from '../../../records/access/head-sql';
import { RecordWriting } from '../../../records/writing/record-writing';
import { endOfDay, startOfDay, type WallClock } from '../../../calendar/time-zones/wall-clock';
import { EventAccess } from '../event-access';
import { EventLoader } from '../event-loader';
import { EventPasswords } from '../passwords/event-passwords';
import type { EventRow } from '../event-row';
import { EventPresenter } from '../event.presenter';
import { OccurrenceListDto } from './series.dto';
import { EVENT_COLUMNS } from '../events.repository';
import { during } from '../listing/event-window';
import { SeriesReach } from './expansion/series-reach';

/** The requested time, on the event's clock. */
interface Span {
  from: WallClock | undefined;
  to: WallClock | undefined;
}

const comparisonsOf = ({ from, to }: Span): DateComparison[] => [
  ...(from ? [{ ...COMPARISONS.overlaps_from, against: { clock: 'local', value: from } } as const] : []),
  ...(to ? [{ ...COMPARISONS.overlaps_to, against: { clock: 'local', value: to } } as const] : []),
];

/** Lists the occurrences of one event, with the events that replace some of them. */
@Injectable()
export class OccurrenceReads {
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
    faults.refuse();
    await this.access.toRead({ id }, actor, value);
    const page = pageQuery(value);
    const dates = comparisonsOf(span);
    const completeUntil = await this.reach.cover(dates, (parameters) => `event.id = ${parameters.add(id)}`);
    const { rows, total } = await this.fetch(id, dates, value.order === 'desc', actor, page);
    const events = await this.loader.load(rows);
    const locked = await this.passwords.lockedAmong(rows, value.password);
    return listAnswer({
      collection: `${apiRoot(this.settings)}/events/${id}/occurrences`,
      name: 'occurrences',
      records: this.presenter.presentList(events, locked, actor),
      total,
      page,
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
    descending: boolean,
    actor: Actor,
    page: PageQuery,
  ): Promise<Page<EventRow>> {
    const parameters = new Parameters();
    const event = parameters.add(id);
    const where = [
      `event.id IN (SELECT ${event}::int UNION SELECT id FROM events WHERE series_id = ${event}::int AND recurrence_start IS NOT NULL)`,
      visibleTo(actor, 'event', 'event', undefined, parameters),
      ...dates.map((comparison) => during(comparison, parameters)),
    ];
    return fetchPage<EventRow>(
      this.database,
      {
        select: EVENT_COLUMNS,
        from: 'occurrences occurrence JOIN events event ON event.id = occurrence.event_id',
        where: where.join(' AND '),
        orderBy: `occurrence.starts_local${descending ? ' DESC' : ''}, occurrence.id`,
        values: parameters.values,
      },
      page,
    );
  }
}
