import { Explained } from '@almanac/openapi';
import type { Action } from '../../content/access/permission-rules';
import {
  both,
  Documented,
  Exists,
  isBlank,
  Items,
  Nested,
  Nullable,
  RecordId,
  Required,
  rule,
  YesNo,
} from '@almanac/validation';

/** The actions that an override grants. */
export type Grants = Record<Action, boolean>;

const Flag = () => both(Required(), YesNo());

@Explained<RolePermissionDto>({
  role_id: 'Id of the role',
  view: 'May see the item',
  create: 'May create items in it',
  update: 'May change it',
  delete: 'May delete it',
})
export class RolePermissionDto implements Grants {
  @Required()
  @RecordId()
  @Exists('roles')
  role_id!: number;

  @Flag()
  view!: boolean;

  @Flag()
  create!: boolean;

  @Flag()
  update!: boolean;

  @Flag()
  delete!: boolean;
}

const FALLBACK = 'fallback permissions';

/** Messages about the fallback contain the whole path, with a space (captured from the reference). */
const FallbackYesNo = () =>
  both(
    YesNo(),
    // The second rule of a name replaces the first.
    rule('type', (value, label) =>
      typeof value === 'boolean' ? undefined : `The ${FALLBACK}.${label} field must be true or false.`,
    ),
  );

const FallbackFlag = () =>
  both(
    Documented('required_if:fallback_permissions.inheriting,false'),
    rule(
      'required',
      (value, label, { inheriting }) =>
        isBlank(value) && inheriting === false
          ? `The ${FALLBACK}.${label} field is required when ${FALLBACK}.inheriting is false.`
          : undefined,
      { implicit: true },
    ),
    FallbackYesNo(),
  );

@Explained<FallbackPermissionsDto>({
  inheriting: 'The permissions of the parent, or of the roles, apply to all other roles',
  view: 'May see the item',
  create: 'May create items in it',
  update: 'May change it',
  delete: 'May delete it',
})
export class FallbackPermissionsDto implements Partial<Grants> {
  @Documented('required_with:fallback_permissions')
  @rule(
    'required',
    (value, label) =>
      isBlank(value) ? `The ${FALLBACK}.${label} field is required when ${FALLBACK} is present.` : undefined,
    { implicit: true },
  )
  @FallbackYesNo()
  inheriting!: boolean;

  @FallbackFlag()
  view?: boolean;

  @FallbackFlag()
  create?: boolean;

  @FallbackFlag()
  update?: boolean;

  @FallbackFlag()
  delete?: boolean;
}

/** Missing fields stay unchanged. */
@Explained<UpdateContentPermissionsDto>({
  owner_id: 'Id of the new owner',
  role_permissions: 'All overrides of roles',
  fallback_permissions: 'The override for all other roles; null is the same as `inheriting: true`',
})
export class UpdateContentPermissionsDto {
  @RecordId()
  owner_id?: number;

  @Items(RolePermissionDto)
  role_permissions?: RolePermissionDto[];

  @Nullable()
  @Nested(FallbackPermissionsDto)
  fallback_permissions?: FallbackPermissionsDto | null;
}
