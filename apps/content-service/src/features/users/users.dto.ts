import { AlphaDash, EmailAddress, MaxLength, MinLength, Nullable, RecordId, Required, Text, RecordIds, YesNo } from '@almanac/validation';

/** What the columns hold where the contract names no limit. */
const LONGEST = 255;
/** Nobody types more; hashing it costs the server. */
const LONGEST_PASSWORD = 1_000;

abstract class UserInput {
  @Text()
  @MaxLength(LONGEST)
  external_auth_id?: string;

  @Text()
  @MaxLength(15)
  @AlphaDash()
  language?: string;

  @Text()
  @MinLength(8)
  @MaxLength(LONGEST_PASSWORD)
  password?: string;

  /** Ids of roles. */
  @RecordIds()
  roles?: number[];
}

export class CreateUserDto extends UserInput {
  @Required()
  @Text()
  @MinLength(1)
  @MaxLength(100)
  name!: string;

  @Required()
  @Text()
  @EmailAddress()
  @MinLength(2)
  @MaxLength(LONGEST)
  email!: string;

  @YesNo()
  send_invite?: boolean;
}

export class UpdateUserDto extends UserInput {
  @Text()
  @MinLength(1)
  @MaxLength(100)
  name?: string;

  @Text()
  @EmailAddress()
  @MinLength(2)
  @MaxLength(LONGEST)
  email?: string;
}

export class DeleteUserDto {
  /** Who becomes the owner of what the user owned. */
  @Nullable()
  @RecordId()
  migrate_ownership_id?: number | null;
}
