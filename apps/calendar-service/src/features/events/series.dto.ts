import { DateText } from '../../domain/parameters/record-rules';
import { Anything, Check, RecordId, YesNo } from '../../domain/parameters/rules';
import { RecordDto } from '../../domain/records/record.dto';

/** Which part of a series a change is about: one occurrence, it and all after it, or all. */
export const SCOPES = ['this', 'following', 'all'] as const;
export type Scope = (typeof SCOPES)[number];

const ScopeName = (): PropertyDecorator => Check((value) => SCOPES.some((scope) => scope === value));

/** How requests name an occurrence. */
export class OccurrenceDto {
  @RecordId()
  occurrence_id?: number;

  /** The other way to name an occurrence: by its start on the event's clock. */
  @DateText()
  occurrence_date?: string;
}

/** How requests name a part of a series. */
export class SeriesPartDto extends OccurrenceDto {
  @ScopeName()
  scope?: Scope;
}

export class DeleteEventDto extends SeriesPartDto {
  /** For good instead of to the trash. */
  @YesNo()
  force?: boolean;
}

/** What all writing of events takes. */
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
