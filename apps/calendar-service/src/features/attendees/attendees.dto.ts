import { PageDto } from '../../domain/lists/page.dto';
import { Required } from '../../domain/parameters/presence';
import { PlainName } from '../../domain/parameters/record-rules';
import { Check, combined, EmailOrNothing, FilledText, isText, RecordId, YesNo } from '../../domain/parameters/rules';
import { type AttendeeStatus, STATUSES } from './attendee';

/** The length that mail servers take. */
const LONGEST_EMAIL = 254;

const Email = (): PropertyDecorator =>
  combined(
    EmailOrNothing(),
    Check((value) => isText(value) && value !== '' && value.length <= LONGEST_EMAIL),
  );

export class CreateAttendeeDto {
  /** The event's only free ticket unless given. */
  @RecordId()
  ticket?: number;

  @Required()
  @PlainName(200)
  name!: string;

  @Required()
  @Email()
  email!: string;

  /** Of the event. */
  @FilledText()
  password?: string;
}

export class AttendeeListDto extends PageDto {
  @RecordId()
  ticket?: number;

  @Check((value) => STATUSES.some((status) => status === value))
  status?: AttendeeStatus;

  @YesNo()
  checked_in?: boolean;

  /** In names and e-mail addresses. */
  @FilledText()
  search?: string;
}

export class ReadAttendeeDto {
  @FilledText()
  cancel_token?: string;
}

export class CancelAttendeeDto extends ReadAttendeeDto {
  /** Forgets the attendee instead of keeping them as cancelled. */
  @YesNo()
  force?: boolean;
}
