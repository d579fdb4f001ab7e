import { Explained } from '@almanac/openapi';
import { Present } from '@almanac/validation';
import { NamedInOrder } from '../../calendar/parameters/read-parameters';
import { EmailOrNothing, OptionalText, PlainName, WebAddressOrNothing } from '../../calendar/parameters/rules';
import { DESCRIPTION_NOTE, IMAGE_NOTE, nullByDefault, RecordDto } from '../../records/record/record.dto';

@NamedInOrder(
  ...['author', 'date', 'date_utc', 'organizer', 'description', 'status', 'phone', 'website', 'email', 'image'],
)
@Explained<UpdateOrganizerDto>({
  organizer: 'The name',
  description: nullByDefault(DESCRIPTION_NOTE),
  image: nullByDefault(IMAGE_NOTE),
  phone: nullByDefault('The phone number'),
  website: nullByDefault('URL of a page of its own'),
  email: nullByDefault('The e-mail address'),
})
export class UpdateOrganizerDto extends RecordDto {
  @PlainName()
  organizer?: string;

  @OptionalText()
  phone?: string;

  @WebAddressOrNothing()
  website?: string;

  @EmailOrNothing()
  email?: string;
}

export class CreateOrganizerDto extends UpdateOrganizerDto {
  @Present()
  @PlainName()
  override organizer!: string;
}
