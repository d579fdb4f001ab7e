import { MaxLength, MinLength, Names, Required, Text, YesNo } from '@almanac/validation';

abstract class RoleInput {
  @Text()
  @MaxLength(180)
  description?: string;

  @YesNo()
  mfa_enforced?: boolean;

  @Text()
  @MaxLength(180)
  external_auth_id?: string;

  /** Case-insensitive; unknown permissions are ignored. */
  @Names()
  permissions?: string[];
}

export class CreateRoleDto extends RoleInput {
  @Required()
  @Text()
  @MinLength(3)
  @MaxLength(180)
  display_name!: string;
}

export class UpdateRoleDto extends RoleInput {
  @Text()
  @MinLength(3)
  @MaxLength(180)
  display_name?: string;
}
