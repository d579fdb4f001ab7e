import { Explained, type Notes, Takes } from '../../domain/description/fields';
import { DateText } from '../../domain/parameters/record-rules';
import { Anything, Check, combined, RecordId, YesNo } from '../../domain/parameters/rules';
import { RecordDto } from '../../domain/records/record.dto';

/** Which part of a series a change is about: one occurrence, it and all after it, or all. */
export const SCOPES = ['this', 'following', 'all'] as const;
export type Scope = (typeof SCOPES)[number];

const ScopeName = (): PropertyDecorator =>
  combined(
    Takes({ type: 'string', enum: SCOPES }),
    Check((value) => SCOPES.some((scope) => scope === value)),
  );

const OCCURRENCE: Notes<OccurrenceDto> = {
  occurrence_id: 'The occurrence that is meant',
  occurrence_date: 'The occurrence that is meant, by its start on the clock of the event',
};
const PART: Notes<SeriesPartDto> = {
  ...OCCURRENCE,
  scope: 'Whether this occurrence is meant, it and all that follow, or all',
};

/** How requests name an occurrence. */
@Explained<OccurrenceDto>(OCCURRENCE)
export class OccurrenceDto {
  @RecordId()
  occurrence_id?: number;

  /** The other way to name an occurrence: by its start on the event's clock. */
  @DateText()
  occurrence_date?: string;
}

/** How requests name a part of a series. */
@Explained<SeriesPartDto>(PART)
export class SeriesPartDto extends OccurrenceDto {
  @ScopeName()
  scope?: Scope;
}

@Explained<DeleteEventDto>({ force: { description: 'For good instead of to the trash', default: false } })
export class DeleteEventDto extends SeriesPartDto {
  @YesNo()
  force?: boolean;
}

/** What all writing of events takes. */
@Explained<SeriesDto>({
  ...PART,
  rrule: { description: 'How the event repeats, as RFC 5545 writes it; an empty one ends that', type: ['string', 'null'] },
  exdates: { description: 'Starts of occurrences that do not take place', type: ['array', 'string', 'null'], items: { type: 'string' } },
  rdates: { description: 'Further starts', type: ['array', 'string', 'null'], items: { type: 'string' } },
})
export class SeriesDto extends RecordDto implements SeriesPartDto {
  // How an event repeats is judged by `SeriesPlanning`, which knows its dates.
  @Anything()
  rrule?: unknown;

  @Anything()
  exdates?: unknown;

  @Anything()
  rdates?: unknown;

  @RecordId()
  occurrence_id?: number;

  @DateText()
  occurrence_date?: string;

  @ScopeName()
  scope?: Scope;
}
