import { PageDto } from '../../domain/lists/page.dto';
import { ImageReference } from '../../domain/parameters/record-rules';
import { Required } from '../../domain/parameters/presence';
import { EmailOrNothing, FilledText, LooseYesNo, OptionalText, RecordId, WebAddress, Words } from '../../domain/parameters/rules';
import { RecordDto } from '../../domain/records/record.dto';

export class UpdateOrganizerDto extends RecordDto {
  @FilledText()
  organizer?: string;

  @OptionalText()
  phone?: string;

  @WebAddress()
  website?: string;

  @EmailOrNothing()
  email?: string;

  @ImageReference({ clearable: true })
  image?: string | null;
}

export class CreateOrganizerDto extends UpdateOrganizerDto {
  @Required()
  @FilledText()
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
}
