import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { filterCondition, orderBy, type PageQuery, Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import type { CollectionQuery } from '../calendar/lists/collection-query';
import { fetchPage, type Page } from '../calendar/lists/fetch-page';
import { likePattern } from '../calendar/lists/like-pattern';
import { visibleTo } from './access/head-sql';
import type { RecordDto } from './record.dto';
import type { Status } from './record-kind';
import type { LinkedKind, LinkedListInput, LinkedRow } from './linked-kind';
import { linkedColumns } from './linked.repository';

export interface LinkedFilter extends Pick<LinkedListInput, 'search' | 'has_events' | 'only_with_upcoming'> {
  eventId: number | undefined;
  statuses: Status[] | undefined;
  modifiedAfter: Date | undefined;
  query: CollectionQuery;
}

/** Lists of venues and of organizers (calendar-behaviour §4.2). */
@Injectable()
export class LinkedListing {
  constructor(private readonly database: Database) {}

  fetch<Row extends LinkedRow, Input extends RecordDto>(
    kind: LinkedKind<Row, Input>,
    filter: LinkedFilter,
    actor: Actor,
    page: PageQuery,
  ): Promise<Page<Row>> {
    const parameters = new Parameters();
    const where = [
      visibleTo(actor, kind.kind, 'record', filter.statuses, parameters),
      ...conditions(kind, filter, actor, parameters),
      filterCondition(kind.fields, filter.query, parameters),
    ];
    return fetchPage<Row>(
      this.database,
      {
        select: linkedColumns(kind),
        from: `${kind.table} record`,
        where: where.join(' AND '),
        orderBy: orderBy(kind.fields, filter.query),
        values: parameters.values,
      },
      page,
    );
  }
}

type Names = Pick<LinkedKind, 'linkTable' | 'linkColumn' | 'searchColumns'>;

function conditions(kind: Names, filter: LinkedFilter, actor: Actor, parameters: Parameters): string[] {
  const all: string[] = [];
  if (filter.search !== undefined) all.push(found(kind.searchColumns, filter.search, parameters));
  if (filter.eventId !== undefined) all.push(linked(kind, `link.event_id = ${parameters.add(filter.eventId)}`));
  if (filter.modifiedAfter) all.push(`record.modified_at > ${parameters.add(filter.modifiedAfter)}`);
  if (filter.has_events !== undefined)
    all.push(`${filter.has_events ? '' : 'NOT '}${linked(kind, `event.status NOT IN ('draft', 'pending', 'trash')`)}`);
  if (filter.only_with_upcoming === true) {
    const coming = `EXISTS (SELECT 1 FROM occurrences occurrence WHERE occurrence.event_id = event.id AND lower(occurrence.during) >= now())`;
    all.push(linked(kind, `${visibleTo(actor, 'event', 'event', undefined, parameters)} AND ${coming}`));
  }
  return all;
}

/** `OFFSET 0` makes PostgreSQL check one record after the other: the first event decides, whereas a join may read a million links. */
const linked = ({ linkTable, linkColumn }: Names, condition: string): string =>
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
