import { Explained } from '@almanac/openapi';
import { MaxLength, MinLength, Names, Nullable, RecordId, Required, Text, YesNo } from '@almanac/validation';

@Explained<RoleInput>({
  description: 'Purpose of the role',
  mfa_enforced: 'Users of the role must log in with a second factor',
  external_auth_id: 'Name of the role in another system for authentication',
  permissions: 'Names of all permissions of the role; unknown names are ignored',
})
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

@Explained<CreateRoleDto>({
  display_name: 'Name of the role',
})
export class CreateRoleDto extends RoleInput {
  @Required()
  @Text()
  @MinLength(3)
  @MaxLength(180)
  display_name!: string;
}

@Explained<UpdateRoleDto>({
  display_name: 'Name of the role',
})
export class UpdateRoleDto extends RoleInput {
  @Text()
  @MinLength(3)
  @MaxLength(180)
  display_name?: string;
}

/** Of the form only; the API has no such parameter. */
@Explained<DeleteRoleDto>({
  migrate_role_id: 'Id of the role that the users of the deleted role get',
})
export class DeleteRoleDto {
  @Nullable()
  @RecordId()
  migrate_role_id?: number | null;
}
