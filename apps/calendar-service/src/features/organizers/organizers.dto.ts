import { Explained } from '../../calendar/description/fields';
import { LINKED_LIST_NOTES } from '../../records/linked-notes';
import { PageDto } from '../../calendar/lists/page.dto';
import { DateText, PlainName } from '../../calendar/parameters/record-rules';
import { Required } from '../../calendar/parameters/presence';
import {
  EmailOrNothing,
  FilledText,
  LooseYesNo,
  OptionalText,
  RecordId,
  WebAddress,
  Words,
} from '../../calendar/parameters/rules';
import { RecordDto } from '../../records/record.dto';

@Explained<UpdateOrganizerDto>({
  organizer: 'The name',
  phone: 'The phone number',
  website: 'URL of a page of its own',
  email: 'The e-mail address',
})
export class UpdateOrganizerDto extends RecordDto {
  @PlainName()
  organizer?: string;

  @OptionalText()
  phone?: string;

  @WebAddress()
  website?: string;

  @EmailOrNothing()
  email?: string;
}

export class CreateOrganizerDto extends UpdateOrganizerDto {
  @Required()
  @PlainName()
  override organizer!: string;
}

@Explained<OrganizerListDto>(LINKED_LIST_NOTES)
export class OrganizerListDto extends PageDto {
  @FilledText()
  search?: string;

  @RecordId()
  event?: number;

  @LooseYesNo()
  has_events?: boolean;

  @LooseYesNo()
  only_with_upcoming?: boolean;

  @Words()
  status?: string[];

  @DateText()
  modified_after?: string;
}
