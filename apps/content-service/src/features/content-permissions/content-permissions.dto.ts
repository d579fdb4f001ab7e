import { isBlank, Items, Nested, Nullable, RecordId, Required, rule, YesNo } from '@almanac/validation';
import { applyDecorators } from '@nestjs/common';

/** The actions that an override grants. */
export interface Grants {
  view: boolean;
  create: boolean;
  update: boolean;
  delete: boolean;
}

const Flag = () => applyDecorators(Required(), YesNo());

export class RolePermissionDto implements Grants {
  @Required()
  @RecordId()
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
const isYesNo = () =>
  rule('type', (value, label) =>
    typeof value === 'boolean' ? undefined : `The ${FALLBACK}.${label} field must be true or false.`,
  );

const FallbackFlag = () =>
  applyDecorators(
    rule(
      'required',
      (value, label, { inheriting }) =>
        isBlank(value) && inheriting === false
          ? `The ${FALLBACK}.${label} field is required when ${FALLBACK}.inheriting is false.`
          : undefined,
      { implicit: true },
    ),
    YesNo(),
    isYesNo(),
  );

export class FallbackPermissionsDto implements Partial<Grants> {
  @rule(
    'required',
    (value, label) =>
      isBlank(value) ? `The ${FALLBACK}.${label} field is required when ${FALLBACK} is present.` : undefined,
    { implicit: true },
  )
  @YesNo()
  @isYesNo()
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
export class UpdateContentPermissionsDto {
  @RecordId()
  owner_id?: number;

  @Items(RolePermissionDto)
  role_permissions?: RolePermissionDto[];

  /** null means the same as `inheriting: true`. */
  @Nullable()
  @Nested(FallbackPermissionsDto)
  fallback_permissions?: FallbackPermissionsDto | null;
}
