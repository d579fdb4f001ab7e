import { Explained } from '@almanac/openapi';
import { both, Present, Takes } from '@almanac/validation';
import { RecordReference } from '../../calendar/parameters/references';
import {
  BooleanValue,
  Check,
  EmailOrNothing,
  FilledText,
  OneOfWords,
  PlainName,
} from '../../calendar/parameters/rules';
import { OccurrenceDto } from '../../calendar/parameters/occurrence.dto';
import { type AttendeeStatus, ATTENDEE_STATUSES } from './attendee.entity';
import { PageDto } from '../../calendar/lists/list-query';

const Email = (): PropertyDecorator =>
  both(
    EmailOrNothing(),
    Takes({ type: 'string', minLength: 1 }),
    Check((value) => value !== '', 'be an e-mail address'),
  );

@Explained<CreateAttendeeDto>({
  ticket: "Id of the ticket; the event's only free one unless given",
  name: 'Name of the attendee',
  email: 'An e-mail address, which has one place of a ticket',
  password: 'The password of a protected event',
})
export class CreateAttendeeDto extends OccurrenceDto {
  @RecordReference()
  ticket?: number;

  @Present()
  @PlainName(200)
  name!: string;

  @Present()
  @Email()
  email!: string;

  @FilledText()
  password?: string;
}

@Explained<AttendeeListDto>({
  ticket: 'Attendees with this ticket',
  status: 'Attendees who are coming, or who cancelled',
  checked_in: 'Attendees who arrived, or who did not',
  search: 'Text in name or e-mail address',
})
export class AttendeeListDto extends PageDto {
  @RecordReference()
  ticket?: number;

  @OneOfWords(ATTENDEE_STATUSES)
  status?: AttendeeStatus;

  @BooleanValue()
  checked_in?: boolean;

  @FilledText()
  search?: string;
}

@Explained<ReadAttendeeDto>({ cancel_token: 'The token in the answer that took the place' })
export class ReadAttendeeDto {
  @FilledText()
  cancel_token?: string;
}

@Explained<CancelAttendeeDto>({ force: { description: 'Forget the attendee', default: false } })
export class CancelAttendeeDto extends ReadAttendeeDto {
  @BooleanValue()
  force?: boolean;
}
