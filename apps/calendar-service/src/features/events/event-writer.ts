import { type Actor, hashPassword } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import { RecordImages } from '../../calendar/images/record-images';
import { RecordSlugs, RecordWriting } from '../../records/writing/record-writing';
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
    const textForSlug = slugText(input, String(columns['status']));
    const id = textForSlug
      ? await this.slugs.insert('event', columns, textForSlug)
      : await this.records.insert('events', { ...columns, slug: '' });
    await this.storeRelated({ id, isNew: true }, input, planned, actor);
    return id;
  }

  async update(current: EventRow, input: UpdateEventDto, planned: PlannedEvent, actor: Actor): Promise<void> {
    const columns = await this.columns(input, planned, actor, current);
    const textForSlug = slugText(input, String(columns['status']), current);
    const slug = textForSlug ? await this.slugs.free('event', textForSlug, current.id) : textForSlug;
    await this.records.update('events', current.id, { ...columns, ...(slug !== undefined && { slug }) });
    await this.storeRelated({ id: current.id, isNew: false }, input, planned, actor);
  }

  private async columns(
    input: UpdateEventDto,
    { dates, series }: PlannedEvent,
    actor: Actor,
    current?: EventRow,
  ): Promise<Record<string, unknown>> {
    const zone = parseTimeZone(dates?.timezone ?? current?.timezone ?? '', this.writing.siteZone);
    const shared = this.writing.columns('event', input, actor, current, zone);
    const { title, excerpt, password, post_parent: parentId } = input;
    return {
      ...shared,
      ...(title !== undefined && { title }),
      ...(excerpt !== undefined && { excerpt: sanitised(excerpt) }),
      ...(parentId !== undefined && { parent_id: parentId }),
      ...(password !== undefined && { password_hash: password === '' ? null : await hashPassword(password) }),
      ...(dates && {
        timezone: dates.timezone,
        all_day: dates.allDay,
        starts_local: dates.start,
        ends_local: dates.end,
        starts_at: dates.startUtc,
        ends_at: dates.endUtc,
      }),
      ...(series && recurrenceColumns(series.recurrence, series.dates)),
      ...plainColumns(input),
      ...(await this.images.columns(input.image)),
    };
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

const COLUMNS = [
  'cost',
  'website',
  'show_map',
  'show_map_link',
  'hide_from_listings',
  'sticky',
  'featured',
  'event_status',
  'event_status_reason',
] as const;

/** The columns that store a sent value unchanged. */
const plainColumns = (input: UpdateEventDto): Record<string, unknown> =>
  Object.fromEntries(COLUMNS.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])));

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
