import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Problem } from '@almanac/errors';
import { requireMatch, type VersionedAnswer, versionedAnswer } from '@almanac/http';
import { Injectable } from '@nestjs/common';
import { RecordImages } from '../calendar/images/record-images';
import { checkedParameters, readChanges, readParameters } from '../calendar/parameters/read-parameters';
import { type RecordRef, refText, refuseUnknownSlug } from './access/record-ref';
import { mayCreate, mayDelete, mayDeleteSome, mayRead, mayUpdate, mayUpdateSome, refuse } from './access/rights';
import { EventLinks } from './queries/event-links';
import { RecordCreation } from './writing/record-creation';
import { DeleteDto } from './record/record.dto';
import type { NamedRecord, RecordKind } from './queries/record-kind';
import { RecordPresenter } from './record/record.presenter';
import { RecordsRepository } from './queries/records.repository';
import { inTrash, RecordTrash } from './writing/record-trash';
import { RecordWriting, withoutRepeated } from './writing/record-writing';

/**
 * Venues and organizers, which follow the same rules. Checks run in the order of calendar-behaviour §5.1: parameters, rights, then the record.
 */
@Injectable()
export class RecordService {
  constructor(
    private readonly database: Database,
    private readonly records: RecordsRepository,
    private readonly links: EventLinks,
    private readonly creation: RecordCreation,
    private readonly writing: RecordWriting,
    private readonly trash: RecordTrash,
    private readonly images: RecordImages,
    private readonly presenter: RecordPresenter,
  ) {}

  async read<Row extends NamedRecord>(kind: RecordKind<Row>, ref: RecordRef, actor: Actor): Promise<Row> {
    const row = await this.find(kind, ref);
    if (!mayRead(actor, kind.noun, row))
      throw new Problem(403, `The requested ${kind.noun} is not accessible`, { code: `${kind.noun}-not-accessible` });
    return row;
  }

  async create(kind: RecordKind, input: object, actor: Actor): Promise<NamedRecord> {
    const { value, faults } = readParameters(kind.create, input);
    await this.writing.checkAuthor(value.author, actor, kind.noun, faults);
    await this.images.check(value.image, actor, faults);
    faults.refuse();
    if (!mayCreate(actor, kind.noun)) refuse(actor);
    await this.images.fetch([{ parameter: 'image', path: 'image', image: value.image }], actor);
    // Geocoded before the transaction, which then finds the result in the cache.
    await this.creation.placeColumns(kind, value);
    return this.database.transaction(async () => {
      const [id = 0] = await this.creation.make(kind, [value], actor);
      return this.find(kind, { id });
    });
  }

  async update(kind: RecordKind, ref: RecordRef, input: object, actor: Actor): Promise<NamedRecord> {
    const former = await this.records.find(kind, ref);
    // Only callers who may edit a record learn its author and other values.
    const changeable = former && mayUpdate(actor, kind.noun, former) ? former : undefined;
    const sent = changeable
      ? withoutRepeated(input, kind.present(changeable, this.presenter), [kind.noun, 'description'])
      : input;
    const { value, faults } = readChanges(kind.update, sent);
    await this.writing.checkAuthor(value.author, actor, kind.noun, faults, changeable?.authorId);
    await this.images.check(value.image, actor, faults);
    faults.refuse();
    if (!mayUpdateSome(actor, kind.noun)) refuse(actor);
    if (changeable && changeable.status !== 'trash')
      await this.images.fetch([{ parameter: 'image', path: 'image', image: value.image }], actor);
    return this.withLongTimeouts(async () => {
      const current = await this.lock(kind, ref);
      if (!mayUpdate(actor, kind.noun, current)) refuse(actor);
      if (current.status === 'trash') inTrash(kind.noun);
      await requireMatch(() => this.version(kind, current));
      await this.records.update(kind.entity, current.id, {
        ...this.writing.columns(kind.noun, value, actor, current),
        name: kind.nameOf(value),
        ...kind.columns(value, current),
        ...(await this.creation.placeColumns(kind, value, current)),
        ...(await this.images.columns(value.image)),
      });
      return this.find(kind, { id: current.id });
    });
  }

  /** Moves the record to the trash or deletes it, and unlinks it from all events. Answers with it in the trash, or with its last state once it is gone. */
  async delete(kind: RecordKind, ref: RecordRef, input: object, actor: Actor): Promise<NamedRecord> {
    const { force = false } = checkedParameters(DeleteDto, input);
    if (!mayDeleteSome(actor, kind.noun)) refuse(actor);
    return this.withLongTimeouts(async () => {
      const current = await this.lock(kind, ref);
      if (!mayDelete(actor, kind.noun, current)) refuse(actor);
      await requireMatch(() => this.version(kind, current));
      await this.trash.delete(kind.noun, current, force);
      await this.links.unlink(kind, current.id);
      return (await this.records.find(kind, { id: current.id })) ?? current;
    });
  }

  /** Restores the record from the trash. Events that lost it do not get it back. */
  async restore(kind: RecordKind, id: number, actor: Actor): Promise<NamedRecord> {
    if (!mayDeleteSome(actor, kind.noun)) refuse(actor);
    return this.database.transaction(async () => {
      const current = await this.lock(kind, { id });
      if (!mayDelete(actor, kind.noun, current)) refuse(actor);
      await requireMatch(() => this.version(kind, current));
      await this.trash.restore(kind.noun, current, actor);
      return this.find(kind, { id });
    });
  }

  /** A record as single reads show it. */
  version(kind: RecordKind, row: NamedRecord): VersionedAnswer<object> {
    return versionedAnswer(kind.presentSingle(row, this.presenter));
  }

  /** @throws Problem 404 */
  private async find<Row extends NamedRecord>(kind: RecordKind<Row>, ref: RecordRef): Promise<Row> {
    return (await this.records.find(kind, ref)) ?? unknown(kind, ref);
  }

  /** @throws Problem 404 */
  private async lock(kind: RecordKind, ref: RecordRef): Promise<NamedRecord> {
    return (await this.records.lock(kind, ref)) ?? unknown(kind, ref);
  }

  /** A change also updates every event that shows the record, which may be a hundred thousand. */
  private withLongTimeouts<T>(work: () => Promise<T>): Promise<T> {
    return this.database.withLongTimeouts(() => this.database.transaction(work));
  }
}

function unknown({ noun }: RecordKind, ref: RecordRef): never {
  refuseUnknownSlug(ref);
  throw new Problem(404, `There is no ${noun} ${refText(ref)}.`, { code: `rest-${noun}-not-found` });
}
