import { type Actor, CurrentActor } from '@almanac/auth';
import { Database, selectColumns, selectComputed, sql } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Get, Query, Render } from '@nestjs/common';
import { likePattern } from '../../../calendar/lists/search-terms';
import { changeableBy, clockText } from '../../../records/access/head-sql';
import { mayCreate, mayDelete, mayUpdateSome, refuse } from '../../../records/access/rights';
import { StoredEvent } from '../../../records/record/record.entity';
import { MemberPage } from '../../../web/reader.guard';
import type { EventRow } from '../../events/rows/event-row';
import { plainDay } from '../days';
import { calendarActions, eventActions } from '../events/event-actions';
import { eventPath } from '../events/event-site-presenter';
import { CALENDAR_LAYOUT } from '../html-head';
import { batchNumberOf, pagerOf, readViewRequest } from '../views/view-request';
import { STATUS_LABELS } from './event-fields';

const PER_PAGE = 20;
const STATUSES = Object.entries({ '': 'All but the trash', ...STATUS_LABELS });

const COLUMNS = sql`${selectColumns(StoredEvent, 'event', 'id', 'authorId', 'slug', 'title', 'status', 'statusBeforeTrash', 'allDay', 'passwordHash', 'ticketed', 'rrule', 'rdates')},
  ${selectComputed<Pick<EventRow, 'startsLocal'> & { total: number }>({
    startsLocal: clockText('event.starts_local'),
    total: 'count(*) OVER ()::int',
  })}`;

/** The events that a member may change, whatever their date. */
@MemberPage('events/community')
export class OwnEventsController {
  constructor(private readonly database: Database) {}

  @Get('list')
  @Render('features/site/writing/own-events')
  async list(@Query() query: Readonly<Record<string, unknown>>, @CurrentActor() actor: Actor) {
    if (!mayUpdateSome(actor, 'event') && !mayCreate(actor, 'event')) refuse(actor);
    const { search = '' } = readViewRequest(query).filters;
    const status = STATUSES.find(([value]) => value === query['status'])?.[0] ?? '';
    const page = batchNumberOf(query['page']);
    const rows = await this.find(search, status, page, actor);
    return {
      ...CALENDAR_LAYOUT,
      width: 'wide',
      styles: [...CALENDAR_LAYOUT.styles, 'event-form.css'],
      title: 'My events',
      actions: calendarActions(actor).slice(0, 1),
      ...{ search, status, statuses: STATUSES },
      events: rows.map((row) => ({
        title: row.title,
        status: STATUS_LABELS[row.status],
        path: eventPath(row),
        time: `${plainDay(row.startsLocal.slice(0, 10))}${row.allDay ? '' : `, ${row.startsLocal.slice(11, 16)}`}`,
        actions: row.status === 'trash' ? [] : eventActions(row, actor),
        restorePath:
          row.status === 'trash' && mayDelete(actor, 'event', row) ? `/events/community/restore/event/${row.id}` : '',
      })),
      pager: pagerOf(
        page,
        rows[0]?.total ?? 0,
        PER_PAGE,
        (more) => `?${new URLSearchParams({ search, status, ...more }).toString()}`,
      ),
    };
  }

  private find(search: string, status: string, page: number, actor: Actor) {
    const parameters = new Parameters();
    const where = [
      changeableBy(actor, parameters),
      status === '' ? `event.status <> 'trash'` : `event.status = ${parameters.add(status)}`,
      ...(search === '' ? [] : [`fold(event.title) LIKE fold(${parameters.add(likePattern(search))})`]),
    ];
    return this.database.query(
      sql`SELECT ${COLUMNS} FROM events event WHERE ${where.join(' AND ')}
        ORDER BY event.starts_local DESC, event.id DESC LIMIT ${PER_PAGE} OFFSET ${(page - 1) * PER_PAGE}`,
      parameters.values,
    );
  }
}
