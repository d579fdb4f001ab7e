import { Explained } from '@almanac/openapi';
import { DateText } from './dates';
import { RecordReference } from './references';

export const OCCURRENCE_NOTES = {
  occurrence_id: 'Which of the times of an event that repeats is meant',
  occurrence_date: 'The same by its start, on the clock of the event; a day alone will do',
};

/** The parameters by which requests name an occurrence. */
@Explained<OccurrenceDto>(OCCURRENCE_NOTES)
export class OccurrenceDto {
  @RecordReference()
  occurrence_id?: number;

  /** The other way to name an occurrence: by its start on the event's clock. */
  @DateText()
  occurrence_date?: string;
}
