import type { Actor } from '@almanac/auth';
import { Database, OutsideResults } from '@almanac/database';
import type { RawInput } from '@almanac/http';
import { both, isPlainObject, reading, Takes } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { RecordImages, type RequestedImage } from '../../calendar/images/record-images';
import type { RecordKind } from '../../records/queries/record-kind';
import { RecordCreation } from '../../records/writing/record-creation';
import { EventLinks, type LinkedIds } from '../../records/queries/event-links';
import { ParameterFaults } from '../../calendar/parameters/parameter-faults';
import { readParameters } from '../../calendar/parameters/read-parameters';
import { idOf, idWithin } from '../../calendar/parameters/references';
import { isText, sentRule } from '../../calendar/parameters/rules';
import type { RecordDto } from '../../records/record/record.dto';
import { RecordWriting } from '../../records/writing/record-writing';
import { mayCreate, refuse } from '../../records/access/rights';
import { ORGANIZER } from '../organizers/organizer.kind';
import { VENUE } from '../venues/venue.kind';

const MAX_LINKS = 100;

/** The venues or organizers of an event, as sent: one or a list, each an id or an object. */
export function RecordLinks(): PropertyDecorator {
  return both(
    Takes({}),
    reading((value) => (isNumbered(value) ? Object.values(value) : value)),
    sentRule('items', (value) => linkedItems(value).length <= MAX_LINKS, `must contain at most ${MAX_LINKS} items.`),
  );
}

/** A list that a client sent as an object with numeric keys, unlike an object with fields of a record. */
const isNumbered = (value: unknown): value is Record<string, unknown> =>
  isPlainObject(value) && Object.keys(value).length > 0 && Object.keys(value).every((key) => /^\d+$/.test(key));

/** The single items of a list, of CSV or of one value. Empty values (`0`, `""`, false, null, `{}`) are dropped. */
function linkedItems(sent: unknown): unknown[] {
  if (Array.isArray(sent)) return sent.flatMap(linkedItems);
  if (isText(sent))
    return sent
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '' && item !== '0');
  const isNone =
    sent === null || sent === 0 || sent === false || (isPlainObject(sent) && Object.keys(sent).length === 0);
  return isNone ? [] : [sent];
}

/** A link to an existing record, or validated input for a new one. `path` is its place in the request. */
type Link = ({ readonly id: number } | { readonly input: RecordDto }) & { readonly path: string };

export interface PlannedLinks {
  readonly venues: Link[] | undefined;
  readonly organizers: Link[] | undefined;
}

/** Reads and stores `venue` and `organizer` of an event (calendar-behaviour §5.4, §7.8). */
@Injectable()
export class LinkedRecords {
  private readonly located: OutsideResults<void>;

  constructor(
    private readonly links: EventLinks,
    private readonly creation: RecordCreation,
    private readonly writing: RecordWriting,
    private readonly images: RecordImages,
    database: Database,
  ) {
    this.located = new OutsideResults(database);
  }

  /**
   * Parses the sent values without storing anything: an id, `{id}`, an object of the record's own fields, a list of these, or CSV of ids.
   * An empty value (`0`, `""`, false, null, `[]`, `{}`) means no link.
   * @returns members are undefined when nothing was sent, or when it was refused and `faults` has the reasons
   */
  async plan(
    { venue, organizer }: { venue?: unknown; organizer?: unknown },
    actor: Actor,
    faults: ParameterFaults,
  ): Promise<PlannedLinks> {
    const requested = [
      [VENUE, idsOf(venue)],
      [ORGANIZER, idsOf(organizer)],
    ] as const;
    const [venues = new Set(), organizers = new Set()] = await this.links.linkable(requested, actor);
    return {
      venues: await this.linksOf(VENUE, venue, venues, actor, faults),
      organizers: await this.linksOf(ORGANIZER, organizer, organizers, actor, faults),
    };
  }

  private async linksOf(
    kind: RecordKind,
    sent: unknown,
    linkable: ReadonlySet<number>,
    actor: Actor,
    faults: ParameterFaults,
  ): Promise<Link[] | undefined> {
    if (sent === undefined) return undefined;
    const links: Link[] = [];
    for (const [index, item] of linkedItems(sent).entries()) {
      const path = Array.isArray(sent) ? `${kind.noun}.${index}` : kind.noun;
      const link = await this.linkOf(kind, item, path, actor, faults);
      if (link) links.push(link);
    }
    for (const link of links)
      if ('id' in link && !linkable.has(link.id))
        faults.addInside(kind.noun, link.path, `${link.path}: no ${kind.noun} has the id ${link.id}.`);
    return faults.has(kind.noun) ? undefined : links;
  }

  /**
   * The images of the new records.
   * @throws Problem 401 or 403 for callers who may not make such records
   */
  imagesOf({ noun }: RecordKind, links: readonly Link[] = [], actor: Actor): RequestedImage[] {
    const added = links.flatMap((link) => ('input' in link ? [link] : []));
    if (added.length > 0 && !mayCreate(actor, noun)) refuse(actor);
    return added.map(({ input, path }) => ({ parameter: noun, path: `${path}.image`, image: input.image }));
  }

  /** Geocodes the addresses of new records, so that storing them finds the results in the cache. */
  async locate(kind: RecordKind, links: readonly Link[] = []): Promise<void> {
    const inputs = newOnes(links);
    if (inputs.length === 0) return;
    await this.located.get(kind.noun, async () => {
      await Promise.all(inputs.map((input) => this.creation.placeColumns(kind, input)));
    });
  }

  /** Stores the new records, and links the event to all records, in the given order, and to these terms. */
  async link(
    event: { id: number; isNew: boolean },
    { venues, organizers }: PlannedLinks,
    terms: LinkedIds['terms'],
    actor: Actor,
  ): Promise<void> {
    const records = new Map<RecordKind, readonly number[]>();
    if (venues) records.set(VENUE, await this.stored(VENUE, venues, actor));
    if (organizers) records.set(ORGANIZER, await this.stored(ORGANIZER, organizers, actor));
    await this.links.setOfEvent(event, { records, terms });
  }

  private async stored(kind: RecordKind, links: readonly Link[], actor: Actor): Promise<number[]> {
    const inputs = newOnes(links);
    const made = await this.creation.make(kind, inputs, actor);
    return links.flatMap((link) => ('id' in link ? link.id : (made[inputs.indexOf(link.input)] ?? [])));
  }

  private async linkOf(
    kind: RecordKind,
    item: unknown,
    path: string,
    actor: Actor,
    faults: ParameterFaults,
  ): Promise<Link | undefined> {
    const id = linkedId(item);
    if (id !== undefined) return { id, path };
    if (isNewRecord(item)) return this.inlineOf(kind, item, path, actor, faults);
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

const idsOf = (sent: unknown): number[] =>
  sent === undefined ? [] : linkedItems(sent).flatMap((item) => linkedId(item) ?? []);

const linkedId = (item: unknown): number | undefined => idOf(idWithin(item));

const isNewRecord = (item: unknown): item is object => isPlainObject(item) && !('id' in item);

/** Whether one of the sent items describes a new record. */
export const hasNewRecord = (sent: unknown): boolean => sent !== undefined && linkedItems(sent).some(isNewRecord);

/** Whether the sent items name these records, in this order. */
export function namesRecords(sent: unknown, records: readonly { id: number }[]): boolean {
  const items = linkedItems(sent);
  return items.length === records.length && items.every((item, index) => linkedId(item) === records[index]?.id);
}

/**
 * Answers show all venues as `venues` and the first of them as `venue`. Sent back, `venues` counts as `venue`, unless `venue` names another one than
 * the first.
 */
export function withAllVenues({ venues, ...input }: RawInput): RawInput {
  if (venues === undefined) return input;
  const [first, ...others] = linkedItems(input['venue']);
  const isFirst = others.length === 0 && linkedId(first) === linkedId(linkedItems(venues)[0]);
  return input['venue'] === undefined || isFirst ? { ...input, venue: venues } : input;
}
