import type { GivenImage } from '../images/given-image';
import { DateText, ImageReference, StatusName } from '../parameters/record-rules';
import { OptionalText, RecordId, YesNo } from '../parameters/rules';
import type { Status } from '../publication/status';

/** Input that every kind of record takes. */
export class RecordDto {
  @RecordId()
  author?: number;

  @DateText()
  date?: string;

  @DateText()
  date_utc?: string;

  @OptionalText()
  description?: string;

  @StatusName()
  status?: Status;

  @ImageReference({ clearable: true })
  image?: GivenImage;
}

export class DeleteDto {
  /** For good instead of to the trash. */
  @YesNo()
  force?: boolean;
}
