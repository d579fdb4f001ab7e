import { Explained } from '@almanac/openapi';
import { NamedInOrder } from '../../calendar/parameters/parameter-order';
import { PlainName } from '../../calendar/parameters/record-rules';
import { Required } from '../../calendar/parameters/presence';
import { EmailOrNothing, OptionalText, WebAddress } from '../../calendar/parameters/rules';
import { RecordDto } from '../../records/record.dto';

@NamedInOrder(
  ...['author', 'date', 'date_utc', 'organizer', 'description', 'status', 'phone', 'website', 'email', 'image'],
)
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
