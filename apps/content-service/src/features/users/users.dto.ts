import {
  AlphaDash,
  EmailAddress,
  MaxLength,
  MinLength,
  Nullable,
  RecordId,
  Required,
  Text,
  RecordIds,
  YesNo,
} from '@almanac/validation';

/** Length of the columns, where the contract has no limit. */
const MAX_LENGTH = 255;
/** Longer than any real password; hashing an endless one would load the server. */
const MAX_PASSWORD_LENGTH = 1_000;

abstract class UserInput {
  @Text()
  @MaxLength(MAX_LENGTH)
  external_auth_id?: string;

  @Text()
  @MaxLength(15)
  @AlphaDash()
  language?: string;

  @Text()
  @MinLength(8)
  @MaxLength(MAX_PASSWORD_LENGTH)
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
  @MaxLength(MAX_LENGTH)
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
  @MaxLength(MAX_LENGTH)
  email?: string;
}

export class DeleteUserDto {
  /** New owner of the user's items. */
  @Nullable()
  @RecordId()
  migrate_ownership_id?: number | null;
}
