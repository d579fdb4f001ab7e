import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { preventCaching, type RawInput } from '@almanac/http';
import { fetchListing, type Parameters } from '@almanac/listing';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config';
import { collectionParameters, readCollectionQuery, readPaging } from '../calendar/lists/list-query';
import { likePattern } from '../calendar/lists/search-terms';
import { listAnswer, type ListAnswer, requirePage, sentParameters } from '../calendar/lists/list-answer';
import { readParameters } from '../calendar/parameters/read-parameters';
import { EventReferences } from './queries/event-links';
import { visibleTo, contentsVisibleTo } from './access/head-sql';
import { statusFilter } from './access/rights';
import { ChangeFeed } from './changes/change-feed';
import { RecordListDto } from './record/record.dto';
import type { RecordKind } from './queries/record-kind';
import { RecordPresenter } from './record/record.presenter';
import { RecordsRepository } from './queries/records.repository';
import { RecordWriting } from './writing/record-writing';

const LIST_PARAMETERS = ['search', 'event', 'has_events', 'only_with_upcoming', 'status', 'modified_after'];

/** Lists begin with the latest publication (calendar-behaviour §3.1). */
const USUAL = { sort: 'date', descending: true };

/** Lists of venues and of organizers, and of their changes (calendar-behaviour §4.2). */
@Injectable()
export class RecordLists {
  constructor(
    private readonly database: Database,
    private readonly records: RecordsRepository,
    private readonly eventReferences: EventReferences,
    private readonly writing: RecordWriting,
    private readonly feed: ChangeFeed,
    private readonly presenter: RecordPresenter,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(kind: RecordKind, input: RawInput, actor: Actor): Promise<ListAnswer> {
    const { page, cursors } = await this.find(kind, input, actor);
    requirePage(page, kind.noun);
    return listAnswer({
      collection: this.presenter.collection(kind.noun),
      name: kind.table,
      records: page.rows.map((row) => kind.present(row, this.presenter)),
      page,
      cursors,
      parameters: { ...sentParameters(input, LIST_PARAMETERS), ...collectionParameters(input) },
    });
  }

  /** The rows of a list. */
  async find(kind: RecordKind, input: RawInput, actor: Actor) {
    const { value, faults } = readParameters(RecordListDto, input);
    const eventId = await this.eventReferences.partsOf('event', value.event, actor, faults);
    const statuses = statusFilter(value.status, actor, kind.noun, faults);
    const list = { definition: kind.fields, path: kind.table, secret: this.settings.serviceSecret };
    const order = readCollectionQuery(kind.fields, input, value, USUAL, faults);
    const { query, cursors } = readPaging(list, order, value, faults);
    faults.refuse();
    const modifiedAfter = value.modified_after === undefined ? undefined : this.writing.instant(value.modified_after);
    const findsProtected = this.settings.findProtectedEvents;
    const where = (parameters: Parameters) =>
      [
        visibleTo(actor, kind.noun, 'record', statuses, parameters),
        ...conditions(kind, value, { eventId, modifiedAfter, findsProtected }, actor, parameters),
      ].join(' AND ');
    const source = { select: kind.select, from: `${kind.table} record`, where };
    return { page: await fetchListing(this.database, kind.fields, query, source), cursors };
  }

  /** Changed records, in the form in which lists show them. */
  changes(kind: RecordKind, input: RawInput, actor: Actor): Promise<object> {
    return this.feed.read(kind.noun, input, actor, {
      collection: this.presenter.collection(kind.noun),
      visible: (ids) => this.visible(kind, ids, actor),
    });
  }

  /** The records among these ids that lists show to the caller, by id. */
  async visible(kind: RecordKind, ids: readonly number[], actor: Actor): Promise<ReadonlyMap<number, object>> {
    const rows = await this.records.listed(kind, ids, actor);
    return new Map(rows.map((row) => [row.id, kind.present(row, this.presenter)]));
  }
}

function conditions(
  kind: RecordKind,
  filter: RecordListDto,
  {
    eventId,
    modifiedAfter,
    findsProtected,
  }: { eventId: number | undefined; modifiedAfter: Date | undefined; findsProtected: boolean },
  actor: Actor,
  parameters: Parameters,
): string[] {
  const all: string[] = [];
  const withEvent = (condition: string) =>
    linked(kind, findsProtected ? condition : `${condition} AND ${contentsVisibleTo(actor, [], parameters)}`);
  if (filter.search !== undefined) all.push(found(kind.searchColumns, filter.search, parameters));
  if (eventId !== undefined) all.push(linked(kind, `link.event_id = ${parameters.add(eventId)}`));
  if (modifiedAfter) all.push(`record.modified_at > ${parameters.add(modifiedAfter)}`);
  if (filter.has_events !== undefined)
    all.push(`${filter.has_events ? '' : 'NOT '}${withEvent(`event.status NOT IN ('draft', 'pending', 'trash')`)}`);
  if (filter.only_with_upcoming === true) {
    preventCaching();
    const coming = `EXISTS (SELECT 1 FROM occurrences occurrence WHERE occurrence.event_id = event.id AND lower(occurrence.during) >= now())`;
    all.push(withEvent(`${visibleTo(actor, 'event', 'event', undefined, parameters)} AND ${coming}`));
  }
  return all;
}

/** `OFFSET 0` makes PostgreSQL check one record after the other: the first event decides, whereas a join may read a million links. */
const linked = ({ linkTable, linkColumn }: RecordKind, condition: string): string =>
  `EXISTS (SELECT 1 FROM ${linkTable} link JOIN events event ON event.id = link.event_id WHERE link.${linkColumn} = record.id AND ${condition} OFFSET 0)`;

/** Every word of the text must occur in one and the same column; which one does not matter. */
function found(columns: readonly string[], text: string, parameters: Parameters): string {
  const words = text.split(/[^\p{L}\p{N}-]+/u).filter((word) => word !== '');
  if (words.length === 0) return 'FALSE';
  const patterns = words.map((word) => parameters.add(likePattern(word)));
  const inColumn = (column: string) =>
    patterns.map((pattern) => `fold(record.${column}) LIKE fold(${pattern})`).join(' AND ');
  return `(${columns.map(inColumn).join(' OR ')})`;
}
