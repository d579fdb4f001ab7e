import { Explained } from '@almanac/openapi';
import { RecordId } from '@almanac/validation';

@Explained<DiffDto>({
  against: 'Id of the revision to compare with',
})
export class DiffDto {
  /** The revision to compare with. */
  @RecordId()
  against?: number;
}
