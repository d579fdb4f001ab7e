import type { Actor } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import type { CalendarEvent } from '../../../calendar/icalendar/calendar-event';
import type { ReadEvent } from '../../../calendar/icalendar/reading/read-event';
import { RecordsRepository } from '../../../records/records.repository';
import { ORGANIZER } from '../../organizers/organizer.kind';
import { mayCreate } from '../../../records/access/rights';
import { plainText } from '../../../calendar/rendering/sanitised';
import { mayManageTerms, TermsService } from '../../terms/terms.service';
import { TermsRepository } from '../../terms/terms.repository';
import { type EventInput, leftOutOfRecurrence } from './import-differences';
import { VenueNames } from './venue-names';

interface Links {
  input: EventInput;
  /** Parts of the file that the caller may not add, that are too long or cannot be read, or that have hostile addresses. */
  leftOut: string[];
}

const MAX_NAME_LENGTH = 1_000;
const MAX_TERM_LENGTH = 200;

/** Finds the venue, organizer and categories that a file names. Missing ones are created if the caller may do so. */
@Injectable()
export class ImportLinks {
  constructor(
    private readonly venues: VenueNames,
    private readonly records: RecordsRepository,
    private readonly terms: TermsService,
    private readonly termNames: TermsRepository,
  ) {}

  /** @param current the stored event; links that it has already are not changed */
  async of(read: ReadEvent, actor: Actor, current?: CalendarEvent): Promise<Links> {
    const links: Links = { input: {}, leftOut: [...read.leftOut, ...leftOutOfRecurrence(read)] };
    if (read.location !== undefined && read.location !== current?.location) await this.venue(read, actor, links);
    const { organizer } = read;
    if (organizer && organizer.email !== current?.organizer?.email) await this.organizer(organizer, actor, links);
    if (read.categories && !isSameSet(read.categories, current?.categories ?? []))
      await this.categories(read.categories, actor, links);
    return links;
  }

  private async venue({ location = '', place }: ReadEvent, actor: Actor, { input, leftOut }: Links): Promise<void> {
    const name = plainText(location).slice(0, MAX_NAME_LENGTH);
    const known = name === '' ? 0 : await this.venues.find(name, actor);
    const geo = place && { geo_lat: place.latitude, geo_lng: place.longitude };
    if (known !== undefined) input['venue'] = known;
    else if (mayCreate(actor, 'venue')) input['venue'] = { venue: name, ...geo };
    else leftOut.push('location');
  }

  private async organizer(
    { name, email }: { name: string; email: string },
    actor: Actor,
    { input, leftOut }: Links,
  ): Promise<void> {
    const plain = plainText(name).slice(0, MAX_NAME_LENGTH) || email;
    const [known] = await this.records.findTwins(ORGANIZER, [{ name: plain, description: undefined }], actor);
    if (known !== undefined) input['organizer'] = known;
    else if (mayCreate(actor, 'organizer')) input['organizer'] = { organizer: plain, email };
    else leftOut.push('organizer');
  }

  private async categories(names: readonly string[], actor: Actor, { input, leftOut }: Links): Promise<void> {
    const ids: string[] = [];
    for (const name of names.map((text) => plainText(text).slice(0, MAX_TERM_LENGTH)).filter((text) => text !== '')) {
      const known = await this.termNames.findNamed('category', name);
      // Created here by name: in event input, a name such as `2024` would be read as an id.
      if (known) ids.push(String(known.id));
      else if (mayManageTerms(actor, 'category')) ids.push(String((await this.terms.add('category', { name })).id));
      else if (!leftOut.includes('categories')) leftOut.push('categories');
    }
    input['categories'] = ids;
  }
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((item) => other.some((text) => text.toLowerCase() === item.toLowerCase()));
