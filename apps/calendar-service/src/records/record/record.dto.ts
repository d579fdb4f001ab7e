import { Explained } from '@almanac/openapi';
import { reading } from '@almanac/validation';
import { type ImageInput, ImageReference } from '../../calendar/images/image-input';
import { PageDto } from '../../calendar/lists/list-query';
import { DateText } from '../../calendar/parameters/dates';
import { RecordReference } from '../../calendar/parameters/references';
import {
  BooleanValue,
  FilledText,
  LONG_TEXT,
  LooseBoolean,
  OneOfWords,
  OptionalText,
  Words,
} from '../../calendar/parameters/rules';
import { NO_DATE } from '../../calendar/publication/publication-date';
import { type PublicationStatus, STATUSES } from '../../calendar/publication/status';

/** Null is the default that the contract documents for fields that are empty unless given. */
export const nullByDefault = (description: string) => ({ description, default: null });

export const DESCRIPTION_NOTE = 'The description, as text or HTML';
export const IMAGE_NOTE =
  'Id of an image, as digits or as a number, or the URL of one to be fetched, which takes the right to upload images; nothing takes the image away';

/** Input that every kind of record takes. */
@Explained<RecordDto>({
  author: 'Id of the author; another user only for callers who may change the records of others',
  date: 'Publication date, on the clock of the site',
  date_utc: 'Publication date in UTC',
  description: DESCRIPTION_NOTE,
  status: 'publish, future, draft, pending or private',
  image: IMAGE_NOTE,
})
export class RecordDto {
  @RecordReference()
  author?: number;

  @DateText()
  date?: string;

  // Answers about drafts show this text for no date.
  @reading((value) => (value === NO_DATE ? undefined : value))
  @DateText()
  date_utc?: string;

  @OptionalText(LONG_TEXT)
  description?: string;

  @OneOfWords(STATUSES)
  status?: PublicationStatus;

  @ImageReference({ clearable: true })
  image?: ImageInput;
}

/** The parameters of a list of venues or organizers. */
@Explained<RecordListDto>({
  search: 'Words that occur in one and the same field',
  event: 'Only those of this event',
  has_events: 'Only those with events, or only those without',
  only_with_upcoming: { description: 'Only those with events to come', default: false },
  status: 'Statuses; all that the caller may see unless given',
  modified_after: 'Only those that changed after this moment',
})
export class RecordListDto extends PageDto {
  @FilledText()
  search?: string;

  @RecordReference()
  event?: number;

  @LooseBoolean()
  has_events?: boolean;

  @LooseBoolean()
  only_with_upcoming?: boolean;

  @Words()
  status?: string[];

  @DateText()
  modified_after?: string;
}

@Explained<DeleteDto>({ force: { description: 'For good instead of to the trash', default: false } })
export class DeleteDto {
  @BooleanValue()
  force?: boolean;
}
