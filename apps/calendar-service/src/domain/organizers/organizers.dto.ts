import { PageDto } from '../lists/page.dto';
import { DateText, PlainName } from '../parameters/record-rules';
import { Required } from '../parameters/presence';
import { EmailOrNothing, FilledText, LooseYesNo, OptionalText, RecordId, WebAddress, Words } from '../parameters/rules';
import { RecordDto } from '../records/record.dto';

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
