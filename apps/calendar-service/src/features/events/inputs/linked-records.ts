import type { Actor } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import { RecordImages, type WantedImage } from '../../../calendar/images/record-images';
import type { RecordKind } from '../../../records/record-kind';
import { RecordCreation } from '../../../records/record-creation';
import { EventLinks } from '../../../records/event-links';
import { ParameterFaults } from '../../../calendar/parameters/parameter-faults';
import { readParameters } from '../../../calendar/parameters/read-parameters';
import { idOf } from '../../../calendar/parameters/rules';
import type { RecordDto } from '../../../records/record.dto';
import { RecordWriting } from '../../../records/writing/record-writing';
import { mayCreate, refuse } from '../../../records/access/rights';
import { linkedItems } from './event-rules';

/** A link to an existing record, or validated input for a new one. `path` is its place in the request. */
export type Link = ({ readonly id: number } | { readonly input: RecordDto }) & { readonly path: string };

/** Reads and stores `venue` and `organizer` of an event (calendar-behaviour §5.4, §7.8). */
@Injectable()
export class LinkedRecords {
  constructor(
    private readonly links: EventLinks,
    private readonly creation: RecordCreation,
    private readonly writing: RecordWriting,
    private readonly images: RecordImages,
  ) {}

  /**
   * Parses the sent value without storing anything: an id, `{id}`, an object of the record's own fields, a list of these, or CSV of ids.
   * An empty value (`0`, `""`, null, `[]`) means no link.
   * @returns undefined when nothing was sent, or when it was refused and `faults` has the reasons
   */
  async plan(kind: RecordKind, sent: unknown, actor: Actor, faults: ParameterFaults): Promise<Link[] | undefined> {
    if (sent === undefined) return undefined;
    const links: Link[] = [];
    for (const [index, item] of linkedItems(sent).entries()) {
      const path = Array.isArray(sent) ? `${kind.noun}.${index}` : kind.noun;
      const link = await this.linkOf(kind, item, path, actor, faults);
      if (link) links.push(link);
    }
    const ids = links.flatMap((link) => ('id' in link ? [link.id] : []));
    const linkable = await this.links.linkable(kind, ids, actor);
    for (const link of links)
      if ('id' in link && !linkable.has(link.id))
        faults.addInside(kind.noun, link.path, `${link.path}: no ${kind.noun} has the id ${link.id}.`);
    return faults.has(kind.noun) ? undefined : links;
  }

  /**
   * The images of the new records.
   * @throws Problem 401 or 403 for callers who may not make such records
   */
  imagesOf({ noun }: RecordKind, links: readonly Link[] = [], actor: Actor): WantedImage[] {
    const added = links.flatMap((link) => ('input' in link ? [link] : []));
    if (added.length > 0 && !mayCreate(actor, noun)) refuse(actor);
    return added.map(({ input, path }) => ({ parameter: noun, path: `${path}.image`, image: input.image }));
  }

  /** Geocodes the addresses of new records, so that storing them finds the results in the cache. */
  async locate(kind: RecordKind, links: readonly Link[] = []): Promise<void> {
    await Promise.all(newOnes(links).map((input) => this.creation.placeColumns(kind, input)));
  }

  /** Stores the new records and links the event to all records, in the given order. */
  async link(kind: RecordKind, eventId: number, links: readonly Link[] | undefined, actor: Actor): Promise<void> {
    if (links === undefined) return;
    const inputs = newOnes(links);
    const made = await this.creation.make(kind, inputs, actor);
    const ids = links.map((link) => ('id' in link ? link.id : made[inputs.indexOf(link.input)]));
    await this.links.setOfEvent(
      kind,
      eventId,
      ids.filter((id) => id !== undefined),
    );
  }

  private async linkOf(
    kind: RecordKind,
    item: unknown,
    path: string,
    actor: Actor,
    faults: ParameterFaults,
  ): Promise<Link | undefined> {
    const id = idOf(isObject(item) && 'id' in item ? item.id : item);
    if (id !== undefined) return { id, path };
    if (isObject(item) && !('id' in item)) return this.inlineOf(kind, item, path, actor, faults);
    faults.addInside(kind.noun, path, `${path} must be an id or the fields of a new ${kind.noun}.`);
    return undefined;
  }

  /** Validates the fields of a new record by the rules of its own endpoint. */
  private async inlineOf(
    kind: RecordKind,
    fields: object,
    path: string,
    actor: Actor,
    outer: ParameterFaults,
  ): Promise<Link | undefined> {
    const { value, faults } = readParameters(kind.update, fields);
    await this.writing.checkAuthor(value.author, actor, kind.noun, faults);
    await this.images.check(value.image, actor, faults);
    if (kind.nameOf(value) === undefined && !faults.has(kind.noun)) faults.addMissing(kind.noun);
    outer.addNested(kind.noun, path, faults);
    return faults.isEmpty ? { input: value, path } : undefined;
  }
}

const newOnes = (links: readonly Link[]): RecordDto[] => links.flatMap((link) => ('input' in link ? [link.input] : []));

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
