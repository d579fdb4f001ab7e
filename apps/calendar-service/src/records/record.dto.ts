import { Explained } from '../calendar/description/fields';
import type { GivenImage } from '../calendar/images/given-image';
import { DateText, ImageReference, StatusName } from '../calendar/parameters/record-rules';
import { LONG_TEXT, OptionalText, RecordId, YesNo } from '../calendar/parameters/rules';
import type { Status } from '../calendar/publication/status';

/** Input that every kind of record takes. */
@Explained<RecordDto>({
  author: 'Id of the author; another user only for callers who may change the records of others',
  date: 'Publication date, on the clock of the site',
  date_utc: 'Publication date in UTC',
  description: 'The description, as text or HTML',
  status: 'publish, future, draft, pending or private',
  image:
    'Id of an image, or the URL of one to be fetched, which takes the right to upload images; nothing takes the image away',
})
export class RecordDto {
  @RecordId()
  author?: number;

  @DateText()
  date?: string;

  @DateText()
  date_utc?: string;

  @OptionalText(LONG_TEXT)
  description?: string;

  @StatusName()
  status?: Status;

  @ImageReference({ clearable: true })
  image?: GivenImage;
}

@Explained<DeleteDto>({ force: { description: 'For good instead of to the trash', default: false } })
export class DeleteDto {
  @YesNo()
  force?: boolean;
}
