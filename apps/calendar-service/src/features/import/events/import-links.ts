import type { Actor } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import type { CalendarEvent } from '../../../calendar/icalendar/calendar-event';
import type { ReadEvent } from '../../../calendar/icalendar/reading/read-event';
import { readParameters } from '../../../calendar/parameters/read-parameters';
import { mayCreate } from '../../../records/access/rights';
import type { RecordDto } from '../../../records/record/record.dto';
import { RecordCreation } from '../../../records/writing/record-creation';
import type { RecordKind } from '../../../records/queries/record-kind';
import { plainText } from '../../../calendar/rendering/sanitised';
import { type FullEvent, readableParts } from '../../events/rows/event-row';
import { ORGANIZER } from '../../organizers/organizer.kind';
import { VENUE } from '../../venues/venue.kind';
import { mayManageTerms, TermsService } from '../../terms/terms.service';
import { TermsRepository } from '../../terms/terms.repository';
import { type EventInput, leftOutOfRecurrence, shortText } from './import-differences';
import { OrganizerAddresses } from './organizer-addresses';
import { isNear, VenueNames } from './venue-names';

/** The linked records of an event that a file changes. Nothing is stored before `ImportLinks.store`. */
export interface ImportedLinks {
  input: EventInput;
  /** New records. An API request would get an existing one of the same name instead. */
  venue?: RecordDto;
  organizer?: RecordDto;
  /** Names of categories; undefined when they stay as they are. */
  categories?: readonly string[];
  /** Parts of the file that the caller may not add, that are too long or cannot be read, or that have hostile addresses. */
  leftOut: string[];
}

export const changesLinks = ({ input, venue, organizer, categories }: ImportedLinks): boolean =>
  Object.keys(input).length > 0 || [venue, organizer, categories].some((part) => part !== undefined);

/** A stored event, and the same as an exported file has it. */
export interface ExportedEvent {
  event: FullEvent;
  written: CalendarEvent;
}

const MAX_NAME_LENGTH = 1_000;
const MAX_TERM_LENGTH = 200;
const MAX_TERMS = 200;

/** Finds the venue, organizer and categories that a file names. Missing ones are created if the caller may do so. */
@Injectable()
export class ImportLinks {
  constructor(
    private readonly venues: VenueNames,
    private readonly organizers: OrganizerAddresses,
    private readonly creation: RecordCreation,
    private readonly terms: TermsService,
    private readonly termNames: TermsRepository,
  ) {}

  /** @param stored the event so far; links that it has already are not changed */
  async plan(read: ReadEvent, actor: Actor, stored?: ExportedEvent): Promise<ImportedLinks> {
    const links: ImportedLinks = { input: {}, leftOut: [...read.leftOut, ...leftOutOfRecurrence(read)] };
    const { location, organizer, categories } = read;
    const written = stored?.written;
    const linked = stored && readableParts(stored.event, actor);
    const isSamePlace = plainText(location ?? '') === written?.location && isNear(written.place, read.place);
    if (location !== undefined && !isSamePlace) await this.venue(read, linked?.venues[0]?.id, actor, links);
    if (organizer && organizer.email.toLowerCase() !== written?.organizer?.email.toLowerCase())
      await this.organizer(organizer, linked?.organizers.map(({ id }) => id) ?? [], actor, links);
    if (categories && !isSameSet(categories, written?.categories ?? []))
      await this.categories(categories, stored, actor, links);
    return links;
  }

  /** Creates the missing records. @returns the input for the event */
  async store({ input, venue, organizer, categories }: ImportedLinks, actor: Actor): Promise<EventInput> {
    return {
      ...input,
      ...(venue && { venue: await this.creation.add(VENUE, venue, actor) }),
      ...(organizer && { organizer: await this.creation.add(ORGANIZER, organizer, actor) }),
      ...(categories && { categories: await this.storedCategories(categories) }),
    };
  }

  /** By name: in event input, a name such as `2024` would be read as an id. */
  private async storedCategories(names: readonly string[]): Promise<string[]> {
    await this.terms.addMissing('category', names);
    return (await this.termNames.findAllNamed('category', names)).flatMap((id) => (id === undefined ? [] : String(id)));
  }

  private async venue(
    { location = '', place }: ReadEvent,
    current: number | undefined,
    actor: Actor,
    links: ImportedLinks,
  ): Promise<void> {
    const name = shortText(location, MAX_NAME_LENGTH);
    const plain = plainText(name);
    const existing = plain === '' ? 0 : await this.venues.find(plain, place, actor);
    const geo = place && { geo_lat: place.latitude, geo_lng: place.longitude };
    if (existing === (current ?? 0)) return;
    if (existing !== undefined) links.input['venue'] = existing;
    else this.added(VENUE, { venue: name, ...geo }, actor, links, 'location');
  }

  private async organizer(
    { name, email }: { name: string; email: string },
    current: readonly number[],
    actor: Actor,
    links: ImportedLinks,
  ): Promise<void> {
    const short = plainText(name) === '' ? email : shortText(name, MAX_NAME_LENGTH);
    const existing = await this.organizers.find({ name: plainText(short), email }, actor);
    if (existing !== undefined && current.includes(existing)) return;
    if (existing !== undefined) links.input['organizer'] = existing;
    else this.added(ORGANIZER, { organizer: short, email }, actor, links, 'organizer');
  }

  private added({ noun, create }: RecordKind, fields: object, actor: Actor, links: ImportedLinks, part: string): void {
    const { value, faults } = readParameters(create, fields);
    if (mayCreate(actor, noun) && faults.isEmpty) links[noun] = value;
    else links.leftOut.push(part);
  }

  private async categories(
    read: readonly string[],
    stored: ExportedEvent | undefined,
    actor: Actor,
    links: ImportedLinks,
  ): Promise<void> {
    const plain = read.map((text) => plainText(shortText(text, MAX_TERM_LENGTH))).filter((text) => text !== '');
    const all = [...new Map(plain.map((name) => [name.toLowerCase(), name])).values()];
    const ids = await this.termNames.findAllNamed('category', all);
    const found = all.map((name, at) => ({ name, id: ids[at] }));
    const mayAdd = mayManageTerms(actor, 'category');
    const addable = found.filter(({ id }) => mayAdd || id !== undefined).slice(0, MAX_TERMS);
    if (addable.length < all.length) links.leftOut.push('categories');
    const current = stored?.event.terms.flatMap(({ id, kind }) => (kind === 'category' ? [id] : [])) ?? [];
    const isSame = new Set([...current, ...addable.map(({ id }) => id)]).size === current.length;
    if (!isSame || addable.length < current.length) links.categories = addable.map(({ name }) => name);
  }
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((item) => other.some((text) => text.toLowerCase() === item.toLowerCase()));
