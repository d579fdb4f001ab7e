import { Explained } from '@almanac/openapi';
import {
  AlphaDash,
  EachExists,
  EmailAddress,
  Exists,
  MaxLength,
  MinLength,
  Nullable,
  RecordId,
  Required,
  Text,
  RecordIds,
  Unique,
  YesNo,
} from '@almanac/validation';

/** Length of the columns, where the contract has no limit. */
const MAX_LENGTH = 255;
/** Longer than any real password; hashing an endless one would load the server. */
const MAX_PASSWORD_LENGTH = 1_000;

@Explained<UserInput>({
  external_auth_id: 'Id of the user in another system for authentication',
  language: 'Language of the user, such as `en`',
  password: 'Password for the log-in',
  roles: 'Ids of the roles',
})
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

  @RecordIds()
  @EachExists('roles', { zeroIsNone: true })
  roles?: number[];
}

@Explained<CreateUserDto>({
  name: 'Name of the user',
  email: 'Address for the log-in and for mails',
  send_invite: 'Sends a mail with a link to set a password',
})
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
  @Unique('users', 'email')
  email!: string;

  @YesNo()
  send_invite?: boolean;
}

@Explained<UpdateUserDto>({
  name: 'Name of the user',
  email: 'Address for the log-in and for mails',
})
export class UpdateUserDto extends UserInput {
  @Text()
  @MinLength(1)
  @MaxLength(100)
  name?: string;

  @Text()
  @EmailAddress()
  @MinLength(2)
  @MaxLength(MAX_LENGTH)
  @Unique('users', 'email')
  email?: string;
}

@Explained<DeleteUserDto>({
  migrate_ownership_id: 'Id of the new owner of the items of the user; null or 0 for none',
})
export class DeleteUserDto {
  @Nullable()
  @RecordId()
  @Exists('users', { zeroIsNone: true })
  migrate_ownership_id?: number | null;
}
