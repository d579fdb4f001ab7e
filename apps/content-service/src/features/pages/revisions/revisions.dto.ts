import { RecordId } from '@almanac/validation';

export class DiffDto {
  /** The revision to compare with. */
  @RecordId()
  against?: number;
}
