import { Explained, orNull, TEXT } from '@almanac/openapi';
import { acceptsAlso, both, isPlainObject, reading, Takes, toList } from '@almanac/validation';
import { PageDto } from '../../../calendar/lists/list-query';
import { DateText } from '../../../calendar/parameters/dates';
import { RecordReference } from '../../../calendar/parameters/references';
import {
  Anything,
  AtMost,
  BooleanValue,
  FewItems,
  FilledText,
  NullAs,
  OfType,
  OneOfWords,
} from '../../../calendar/parameters/rules';
import { OccurrenceDto, OCCURRENCE_NOTES } from '../../../calendar/parameters/occurrence.dto';
import { RecordDto } from '../../../records/record/record.dto';

/** The part of a series that a change is about: one occurrence, it and all after it, or all. */
const SCOPES = ['this', 'following', 'all'] as const;
export type Scope = (typeof SCOPES)[number];

/** Room for a thousand dates with their zones. */
const MAX_DATES_TEXT = 50_000;
const RuleText = () => both(Anything(), AtMost(MAX_DATES_TEXT));
const ListOfDates = () => both(Anything(), reading(toList), FewItems(), AtMost(MAX_DATES_TEXT));

const PART_NOTES = {
  ...OCCURRENCE_NOTES,
  scope:
    'this occurrence, this and the following, or all; without it an occurrence is meant if one is named, or else all',
};
const DATES = { type: 'array', items: { type: 'string' }, ...acceptsAlso({ type: 'string' }) };

/** The members of `recurrence`, validated like the fields of the same names. */
export class RecurrenceDto {
  @RuleText()
  rrule?: unknown;

  @ListOfDates()
  exdates?: unknown;

  @ListOfDates()
  rdates?: unknown;
}

const dates = orNull({ type: 'array', items: { type: 'string' } });

const RecurrenceObject = (): PropertyDecorator =>
  both(
    Takes(orNull({ type: 'object', properties: { rrule: orNull(TEXT), exdates: dates, rdates: dates } })),
    OfType('object', (value) => value === null || isPlainObject(value)),
  );

/** Parameters that name a part of a series. */
@Explained<SeriesPartDto>(PART_NOTES)
export class SeriesPartDto extends OccurrenceDto {
  @OneOfWords(SCOPES)
  scope?: Scope;
}

@Explained<DeleteEventDto>({
  force: { description: 'For good instead of to the trash', default: false },
  password: 'The password of a protected event; not needed, and not checked',
})
export class DeleteEventDto extends SeriesPartDto {
  /** Delete for good instead of moving to the trash. */
  @BooleanValue()
  force?: boolean;

  /** Accepted and not used, as in the reference (calendar-behaviour §6.2). */
  @Anything()
  @Takes({ type: 'string' })
  password?: unknown;
}

/** Fields that creating and changing events have in common. */
@Explained<SeriesDto>({
  ...PART_NOTES,
  rrule: {
    description: 'Value of an RRULE of RFC 5545, or lines of RRULE, EXDATE and RDATE; an empty one ends the repetition',
    type: 'string',
  },
  exdates: {
    description: 'Dates on which the event does not take place; accepted as one text with commas, too',
    ...DATES,
  },
  rdates: { description: 'Dates on which it takes place as well, in the same forms', ...DATES },
  recurrence:
    'rrule, exdates and rdates as answers show them; null ends the repetition. Beside it, the whole series is meant unless scope says otherwise',
})
export class SeriesDto extends RecordDto implements SeriesPartDto {
  // `SeriesPlanner` validates the recurrence, which depends on the dates of the event.
  @RuleText()
  rrule?: unknown;

  @ListOfDates()
  exdates?: unknown;

  @ListOfDates()
  rdates?: unknown;

  // `sentRecurrence` reads it.
  @RecurrenceObject()
  recurrence?: unknown;

  // Null means that the change names no occurrence.
  @NullAs(undefined)
  @RecordReference()
  occurrence_id?: number;

  @NullAs(undefined)
  @DateText()
  occurrence_date?: string;

  @NullAs(undefined)
  @OneOfWords(SCOPES)
  scope?: Scope;
}

@Explained<OccurrenceListDto>({
  start_date: 'Occurrences that are not over before this day',
  end_date: 'Occurrences that have begun by the end of this day',
  password: 'The password of a protected event',
})
export class OccurrenceListDto extends PageDto {
  @DateText()
  start_date?: string;

  @DateText()
  end_date?: string;

  @FilledText()
  password?: string;
}
