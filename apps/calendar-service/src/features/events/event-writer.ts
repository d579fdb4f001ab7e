import { type Actor, hashPassword } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import { RecordImages } from '../../calendar/images/record-images';
import { RecordSlugs, RecordWriting } from '../../records/writing/record-writing';
import type { Columns } from '../../records/record/columns';
import { StoredEvent } from '../../records/record/record.entity';
import { RecordsRepository } from '../../records/queries/records.repository';
import { sanitised } from '../../calendar/rendering/sanitised';
import { slugOf } from '../../calendar/slugs/slugs';
import { EventTerms } from '../terms/event-terms';
import { parseTimeZone } from '../../calendar/time-zones/time-zone';
import type { TermKind } from '../terms/term.entity';
import type { PlannedEvent } from './event-validator';
import type { EventRow } from './rows/event-row';
import type { CreateEventDto, UpdateEventDto } from './events.dto';
import { LinkedRecords } from './linked-records';
import { SeriesExpansion } from './series/series-expansion';
import { recurrenceColumns } from './series/series-row';

/** Stores events with their occurrences, links and terms. Call it inside a transaction. */
@Injectable()
export class EventWriter {
  constructor(
    private readonly records: RecordsRepository,
    private readonly expansion: SeriesExpansion,
    private readonly slugs: RecordSlugs,
    private readonly writing: RecordWriting,
    private readonly linked: LinkedRecords,
    private readonly eventTerms: EventTerms,
    private readonly images: RecordImages,
  ) {}

  async insert(input: CreateEventDto, planned: PlannedEvent, actor: Actor): Promise<number> {
    const columns = await this.columns(input, planned, actor);
    const textForSlug = slugText(input, columns.status);
    const id = textForSlug
      ? await this.slugs.insert('event', columns, textForSlug)
      : await this.records.insert(StoredEvent, { ...columns, slug: '' });
    await this.storeRelated({ id, isNew: true }, input, planned, actor);
    return id;
  }

  async update(current: EventRow, input: UpdateEventDto, planned: PlannedEvent, actor: Actor): Promise<void> {
    const columns = await this.columns(input, planned, actor, current);
    const textForSlug = slugText(input, columns.status, current);
    const slug = textForSlug ? await this.slugs.free('event', textForSlug, current.id) : textForSlug;
    await this.records.update(StoredEvent, current.id, { ...columns, slug });
    await this.storeRelated({ id: current.id, isNew: false }, input, planned, actor);
  }

  private async columns(input: UpdateEventDto, { dates, series }: PlannedEvent, actor: Actor, current?: EventRow) {
    const zone = parseTimeZone(dates?.timezone ?? current?.timezone ?? '', this.writing.siteZone);
    const shared = this.writing.columns('event', input, actor, current, zone);
    const { title, excerpt, password } = input;
    return {
      ...shared,
      title,
      excerpt: excerpt === undefined ? undefined : sanitised(excerpt),
      parentId: input.post_parent,
      passwordHash: password === '' ? null : password && (await hashPassword(password)),
      timezone: dates?.timezone,
      allDay: dates?.allDay,
      startsLocal: dates?.start,
      endsLocal: dates?.end,
      startsAt: dates?.startUtc,
      endsAt: dates?.endUtc,
      cost: input.cost,
      website: input.website,
      showMap: input.show_map,
      showMapLink: input.show_map_link,
      hideFromListings: input.hide_from_listings,
      sticky: input.sticky,
      featured: input.featured,
      eventStatus: input.event_status,
      eventStatusReason: input.event_status_reason,
      ...(series && recurrenceColumns(series.recurrence, series.dates)),
      ...(await this.images.columns(input.image)),
    } satisfies Columns<StoredEvent>;
  }

  private async storeRelated(
    event: { id: number; isNew: boolean },
    input: UpdateEventDto,
    planned: PlannedEvent,
    actor: Actor,
  ): Promise<void> {
    const { dates, series } = planned;
    if (series) await this.expansion.write(event.id, series, actor);
    else if (dates) await this.expansion.writeSingle(event, dates);
    const terms = new Map<TermKind, readonly number[]>();
    if (input.categories) terms.set('category', await this.eventTerms.resolve('category', input.categories, actor));
    if (input.tags) terms.set('tag', await this.eventTerms.resolve('tag', input.tags, actor));
    await this.linked.link(event, planned, terms, actor);
  }
}

/**
 * The text to make the slug of; empty for no slug, undefined when the event keeps its slug. Drafts and pending events have none until a request
 * sets one or publishes them (calendar-behaviour §7.4). A slug of signs alone counts as empty.
 */
function slugText({ slug, title }: UpdateEventDto, status: string, current?: EventRow): string | undefined {
  if (slug !== undefined && slugOf(slug) !== '') return slug;
  const isWaiting = status === 'draft' || status === 'pending';
  if (slug === undefined && current && (current.slug !== '' || isWaiting)) return undefined;
  return isWaiting ? '' : (title ?? current?.title ?? '');
}
