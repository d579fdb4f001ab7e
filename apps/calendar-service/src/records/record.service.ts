import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Problem } from '@almanac/errors';
import type { RawInput } from '@almanac/http';
import { Injectable } from '@nestjs/common';
import { refuseUnknownSlug } from './access/unknown-slug';
import { ChangeFeed } from './changes/change-feed';
import { RecordImages } from '../calendar/images/record-images';
import { collectionParameters, readCollectionQuery } from '../calendar/lists/collection-query';
import { listAnswer, type ListAnswer, sentParameters } from '../calendar/lists/list-answer';
import { pageQuery } from '../calendar/lists/page.dto';
import { checkedParameters, readChanges, readParameters } from '../calendar/parameters/read-parameters';
import { EventReferences } from './access/event-references';
import { DeleteDto, type RecordDto } from './record.dto';
import { type RecordRef, refText } from './access/record-ref';
import { inTrash, RecordTrash } from './writing/record-trash';
import { RecordWriting } from './writing/record-writing';
import { RecordsRepository } from './record.repository';
import { mayCreate, mayDeleteSome, mayRead, mayUpdate, mayUpdateSome, refuse } from './access/rights';
import { statusFilter } from './access/status-filter';
import type { LinkedKind, LinkedRow } from './linked-kind';
import { LinkedListing } from './record-lists';
import { LinkedMaking } from './record-creation';
import { LinkedRepository } from './linked.repository';

const LIST_PARAMETERS = ['search', 'event', 'has_events', 'only_with_upcoming', 'status', 'modified_after'];

/** Lists begin with the latest publication (calendar-behaviour §3.1). */
const USUAL = { sort: 'date', descending: true };

export interface Presentation<Row> {
  /** Address of the collection, with a slash at its end. */
  collection: string;
  present: (row: Row) => object;
}

/**
 * Venues and organizers, which follow the same rules. Checks run in the order of calendar-behaviour §5.1: parameters, rights, then the record.
 */
@Injectable()
export class LinkedService {
  constructor(
    private readonly database: Database,
    private readonly repository: LinkedRepository,
    private readonly listing: LinkedListing,
    private readonly records: RecordsRepository,
    private readonly eventReferences: EventReferences,
    private readonly making: LinkedMaking,
    private readonly trash: RecordTrash,
    private readonly writing: RecordWriting,
    private readonly feed: ChangeFeed,
    private readonly images: RecordImages,
  ) {}

  async list<Row extends LinkedRow, Input extends RecordDto>(
    kind: LinkedKind<Row, Input>,
    input: Record<string, unknown>,
    actor: Actor,
    { collection, present }: Presentation<Row>,
  ): Promise<ListAnswer> {
    const { value, faults } = readParameters(kind.listDto, input);
    const eventId = await this.eventReferences.partsOf('event', value.event, actor, faults);
    const statuses = statusFilter(value.status, actor, kind.kind, faults);
    const query = readCollectionQuery(kind.fields, input, value, USUAL, faults);
    faults.refuse();
    const page = pageQuery(value);
    const modifiedAfter = value.modified_after === undefined ? undefined : this.writing.instant(value.modified_after);
    const { rows, total } = await this.listing.fetch(
      kind,
      { ...value, eventId, statuses, modifiedAfter, query },
      actor,
      page,
    );
    if (rows.length === 0 && page.page > 1)
      throw new Problem(404, 'The requested page was not found.', { code: `${kind.kind}-archive-page-not-found` });
    const parameters = { ...sentParameters(input, LIST_PARAMETERS), ...collectionParameters(input) };
    return listAnswer({ collection, name: kind.table, records: rows.map(present), total, page, parameters });
  }

  /** Changed records, in the form in which lists show them. */
  changes<Row extends LinkedRow, Input extends RecordDto>(
    kind: LinkedKind<Row, Input>,
    input: RawInput,
    actor: Actor,
    { collection, present }: Presentation<Row>,
  ): Promise<object> {
    const visible = async (ids: readonly number[]) =>
      new Map((await this.repository.listed(kind, ids, actor)).map((row) => [row.id, present(row)]));
    return this.feed.read(kind.kind, input, actor, { collection, visible });
  }

  async read<Row extends LinkedRow, Input extends RecordDto>(
    kind: LinkedKind<Row, Input>,
    ref: RecordRef,
    actor: Actor,
  ): Promise<Row> {
    const row = (await this.repository.find(kind, ref)) ?? unknown(kind, ref);
    if (!mayRead(actor, kind.kind, row))
      throw new Problem(403, `The requested ${kind.kind} is not accessible`, { code: `${kind.kind}-not-accessible` });
    return row;
  }

  async create<Row extends LinkedRow, Input extends RecordDto>(
    kind: LinkedKind<Row, Input>,
    input: object,
    actor: Actor,
  ): Promise<Row> {
    const { value, faults } = readParameters(kind.createDto, input);
    await this.writing.checkAuthor(value.author, actor, kind.kind, faults);
    await this.images.check(value.image, actor, faults);
    faults.refuse();
    if (!mayCreate(actor, kind.kind)) refuse(actor);
    await this.images.fetch([{ parameter: 'image', path: 'image', image: value.image }], actor);
    // Geocoded before the transaction, which then finds the result in the cache.
    await this.making.placeColumns(kind, value);
    return this.database.transaction(async () => {
      const [id = 0] = await this.making.make(kind, [value], actor);
      return (await this.repository.find(kind, { id })) ?? unknown(kind, { id });
    });
  }

  async update<Row extends LinkedRow, Input extends RecordDto>(
    kind: LinkedKind<Row, Input>,
    ref: RecordRef,
    input: object,
    actor: Actor,
  ): Promise<Row> {
    const { value, faults } = readChanges(kind.updateDto, input);
    const former = await this.repository.find(kind, ref);
    // Only callers who may edit a record learn its author.
    const author = former && mayUpdate(actor, kind.kind, former) ? former.authorId : undefined;
    await this.writing.checkAuthor(value.author, actor, kind.kind, faults, author);
    await this.images.check(value.image, actor, faults);
    faults.refuse();
    if (!mayUpdateSome(actor, kind.kind)) refuse(actor);
    const isWritable = former && mayUpdate(actor, kind.kind, former) && former.status !== 'trash';
    if (isWritable) await this.images.fetch([{ parameter: 'image', path: 'image', image: value.image }], actor);
    return this.patiently(async () => {
      const current = (await this.repository.lock(kind, ref)) ?? unknown(kind, ref);
      if (!mayUpdate(actor, kind.kind, current)) refuse(actor);
      if (current.status === 'trash') inTrash(kind.kind);
      const name = kind.nameOf(value);
      await this.records.update(kind.table, current.id, {
        ...this.writing.columns(kind.kind, value, actor, current),
        ...(name !== undefined && { name }),
        ...kind.columns(value, current),
        ...(await this.making.placeColumns(kind, value, current)),
        ...(await this.images.columns(value.image)),
      });
      return (await this.repository.find(kind, { id: current.id })) ?? unknown(kind, ref);
    });
  }

  /** Moves the record to the trash or deletes it, and unlinks it from all events. Answers with it in the trash, or with its last state once it is gone. */
  async delete<Row extends LinkedRow, Input extends RecordDto>(
    kind: LinkedKind<Row, Input>,
    ref: RecordRef,
    input: object,
    actor: Actor,
  ): Promise<Row> {
    const { force } = checkedParameters(DeleteDto, input);
    if (!mayDeleteSome(actor, kind.kind)) refuse(actor);
    return this.patiently(async () => {
      const current = (await this.repository.lock(kind, ref)) ?? unknown(kind, ref);
      await this.trash.delete(kind.kind, current, actor, { force });
      await this.repository.unlink(kind, current.id);
      return (await this.repository.find(kind, { id: current.id })) ?? current;
    });
  }

  /** Restores the record from the trash. Events that lost it do not get it back. */
  async restore<Row extends LinkedRow, Input extends RecordDto>(
    kind: LinkedKind<Row, Input>,
    id: number,
    actor: Actor,
  ): Promise<Row> {
    if (!mayDeleteSome(actor, kind.kind)) refuse(actor);
    return this.database.transaction(async () => {
      const current = (await this.repository.lock(kind, { id })) ?? unknown(kind, { id });
      await this.trash.restore(kind.kind, current, actor);
      return (await this.repository.find(kind, { id })) ?? unknown(kind, { id });
    });
  }

  /** A change also updates every event that shows the record, which may be a hundred thousand. */
  private patiently<T>(work: () => Promise<T>): Promise<T> {
    return this.database.patiently(() => this.database.transaction(work));
  }
}

function unknown({ kind }: Pick<LinkedKind, 'kind'>, ref: RecordRef): never {
  refuseUnknownSlug(ref);
  throw new Problem(404, `There is no ${kind} ${refText(ref)}.`, { code: `rest-${kind}-not-found` });
}
