import type { Actor } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import { RecordImages, type WantedImage } from '../../../calendar/images/record-images';
import type { LinkedKind, LinkedRow } from '../../../records/linked-kind';
import { LinkedMaking } from '../../../records/record-creation';
import { LinkedRepository } from '../../../records/linked.repository';
import { ParameterFaults } from '../../../calendar/parameters/parameter-faults';
import { readParameters } from '../../../calendar/parameters/read-parameters';
import { idOf } from '../../../calendar/parameters/rules';
import type { RecordDto } from '../../../records/record.dto';
import { RecordWriting } from '../../../records/writing/record-writing';
import { mayCreate, refuse } from '../../../records/access/rights';
import { linkedItems } from './event-rules';

/** A link to an existing record, or validated input for a new one. `path` is its place in the request. */
export type Link<Input> = ({ readonly id: number } | { readonly input: Input }) & { readonly path: string };

/** Reads and stores `venue` and `organizer` of an event (calendar-behaviour §5.4, §7.8). */
@Injectable()
export class LinkedRecords {
  constructor(
    private readonly repository: LinkedRepository,
    private readonly making: LinkedMaking,
    private readonly writing: RecordWriting,
    private readonly images: RecordImages,
  ) {}

  /**
   * Parses the sent value without storing anything: an id, `{id}`, an object of the record's own fields, a list of these, or CSV of ids.
   * An empty value (`0`, `""`, null, `[]`) means no link.
   * @returns undefined when nothing was sent, or when it was refused and `faults` has the reasons
   */
  async plan<Row extends LinkedRow, Input extends RecordDto>(
    kind: LinkedKind<Row, Input>,
    sent: unknown,
    actor: Actor,
    faults: ParameterFaults,
  ): Promise<Link<Input>[] | undefined> {
    if (sent === undefined) return undefined;
    const links: Link<Input>[] = [];
    for (const [index, item] of linkedItems(sent).entries()) {
      const path = Array.isArray(sent) ? `${kind.kind}.${index}` : kind.kind;
      const link = await this.linkOf(kind, item, path, actor, faults);
      if (link) links.push(link);
    }
    const ids = links.flatMap((link) => ('id' in link ? [link.id] : []));
    const linkable = await this.repository.linkable(kind, ids, actor);
    for (const link of links)
      if ('id' in link && !linkable.has(link.id))
        faults.addInside(kind.kind, link.path, `${link.path}: no ${kind.kind} has the id ${link.id}.`);
    return faults.has(kind.kind) ? undefined : links;
  }

  /**
   * The images of the new records.
   * @throws Problem 401 or 403 for callers who may not make such records
   */
  imagesOf<Input extends RecordDto>(
    { kind }: Pick<LinkedKind, 'kind'>,
    links: readonly Link<Input>[] = [],
    actor: Actor,
  ): WantedImage[] {
    const added = links.flatMap((link) => ('input' in link ? [link] : []));
    if (added.length > 0 && !mayCreate(actor, kind)) refuse(actor);
    return added.map(({ input, path }) => ({ parameter: kind, path: `${path}.image`, image: input.image }));
  }

  /** Geocodes the addresses of new records, so that storing them finds the results in the cache. */
  async locate<Row extends LinkedRow, Input extends RecordDto>(
    kind: LinkedKind<Row, Input>,
    links: readonly Link<Input>[] = [],
  ): Promise<void> {
    await Promise.all(newOnes(links).map((input) => this.making.placeColumns(kind, input)));
  }

  /** Stores the new records and links the event to all records, in the given order. */
  async link<Row extends LinkedRow, Input extends RecordDto>(
    kind: LinkedKind<Row, Input>,
    eventId: number,
    links: readonly Link<Input>[] | undefined,
    actor: Actor,
  ): Promise<void> {
    if (links === undefined) return;
    const inputs = newOnes(links);
    const made = await this.making.make(kind, inputs, actor);
    const ids = links.map((link) => ('id' in link ? link.id : made[inputs.indexOf(link.input)]));
    await this.repository.setOfEvent(
      kind,
      eventId,
      ids.filter((id) => id !== undefined),
    );
  }

  private async linkOf<Row extends LinkedRow, Input extends RecordDto>(
    kind: LinkedKind<Row, Input>,
    item: unknown,
    path: string,
    actor: Actor,
    faults: ParameterFaults,
  ): Promise<Link<Input> | undefined> {
    const id = idOf(isObject(item) && 'id' in item ? item.id : item);
    if (id !== undefined) return { id, path };
    if (isObject(item) && !('id' in item)) return this.inlineOf(kind, item, path, actor, faults);
    faults.addInside(kind.kind, path, `${path} must be an id or the fields of a new ${kind.kind}.`);
    return undefined;
  }

  /** Validates the fields of a new record by the rules of its own endpoint. */
  private async inlineOf<Row extends LinkedRow, Input extends RecordDto>(
    kind: LinkedKind<Row, Input>,
    fields: object,
    path: string,
    actor: Actor,
    outer: ParameterFaults,
  ): Promise<Link<Input> | undefined> {
    const { value, faults } = readParameters(kind.updateDto, fields);
    await this.writing.checkAuthor(value.author, actor, kind.kind, faults);
    await this.images.check(value.image, actor, faults);
    if (kind.nameOf(value) === undefined && !faults.has(kind.kind)) faults.addMissing(kind.kind);
    outer.addNested(kind.kind, path, faults);
    return faults.isEmpty ? { input: value, path } : undefined;
  }
}

const newOnes = <Input>(links: readonly Link<Input>[]): Input[] =>
  links.flatMap((link) => ('input' in link ? [link.input] : []));

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
