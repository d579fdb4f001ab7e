import type { Actor } from '@almanac/auth';
import { notFound } from '@almanac/errors';
import type { RawInput } from '@almanac/http';
import { Injectable } from '@nestjs/common';
import { storedZone } from '../../../calendar/time-zones/stored-zone';
import { EventsService } from '../../events/events.service';
import type { EventRow } from '../../events/rows/event-row';
import { expansionEnd, ONCE, repeats } from '../../events/series/recurrence/expansion';
import { ruleWords } from '../../events/series/rules/rule-words';
import { datesOf, isSeries, recurrenceColumns, recurrenceOf } from '../../events/series/series-row';
import { seriesPartIn, SeriesScopes } from '../../events/series/series-scopes';
import { SeriesWork } from '../../events/series/series-work';
import { startText } from '../events/event-facts';
import { eventMembers } from './event-fields';
import { recurrenceInput } from './recurrence-form';

const MAX_DATES = 10;
const MONTHS_AHEAD = 24;

/** The part of a series that a form is about, as members of the API. */
export const partMembers = (form: RawInput) => Object.entries(seriesPartIn(form));

/** The data of the partial `series-question`, which asks for the part of a series to change; undefined when the part is known. */
export const seriesQuestion = (row: EventRow, form: RawInput) =>
  isSeries(row) && form['occurrence_date'] !== undefined && form['scope'] === undefined
    ? { name: row.title, occurrence: row.startsLocal, date: startText(row.startsLocal, row.allDay) }
    : undefined;

/** Parts of a series as forms show them, and the dates that a form makes. */
@Injectable()
export class SeriesForms {
  constructor(
    private readonly events: EventsService,
    private readonly scopes: SeriesScopes,
    private readonly work: SeriesWork,
  ) {}

  /**
   * The event with the dates of the part that a form is about: the start of the named date, and the rule from there on. One date does not repeat.
   * @throws Problem 404 when there is no such date
   */
  async partOf(event: EventRow, form: RawInput): Promise<EventRow> {
    const part = seriesPartIn(form);
    const date = await this.scopes.named(event, part);
    if (!isSeries(event) || part.scope === undefined || part.scope === 'all') return date;
    if (part.scope === 'this')
      return { ...date, rrule: null, exdates: [], rdates: [], recurrenceStart: date.startsLocal };
    const split = await this.work.split(datesOf(event), recurrenceOf(event), date.startsLocal);
    if (!split) return date;
    const { rrule, exdates, rdates } = recurrenceColumns(split.tail, datesOf(event));
    return { ...date, rrule, exdates: [...exdates], rdates: [...rdates] };
  }

  /**
   * The rule in words and the next dates that the event has once the form is saved.
   * @param row the event to change, as the form showed it; undefined for a new one
   * @throws Problem 400 with the faults that the save would have
   */
  async preview(form: RawInput, row: EventRow | undefined, actor: Actor) {
    const { start_date, end_date, all_day, timezone } = eventMembers(form);
    const dated = { title: row?.title ?? 'The event', start_date, end_date, all_day, timezone };
    const part = Object.fromEntries(row ? partMembers(form) : []);
    const input = { ...dated, ...recurrenceInput(form, row), ...part };
    const planned = await this.events.plan(row && { id: row.id }, input, actor);
    // Members that the form leaves out come from the event.
    const own = planned.series?.dates ?? planned.dates ?? datesOf(row ?? notFound('Event'));
    const dates = { ...own, zone: storedZone(own.timezone) };
    const recurrence = planned.series?.recurrence ?? (row ? recurrenceOf(row) : ONCE);
    const { rule } = recurrence;
    const [now, months] = [new Date(), (rule?.interval ?? 1) * (rule?.frequency === 'YEARLY' ? 12 : 1)];
    const end = expansionEnd(dates, rule, now, MONTHS_AHEAD + MAX_DATES * months);
    const { occurrences, until } = await this.work.expand(dates, recurrence, end, { after: now, most: MAX_DATES });
    return {
      hasMore: until !== undefined,
      rule: repeats(recurrence) ? ((rule && ruleWords(rule, dates.start)) ?? 'On several dates') : 'Does not repeat',
      dates: occurrences.map(({ start }) => startText(start, dates.allDay)),
    };
  }
}
