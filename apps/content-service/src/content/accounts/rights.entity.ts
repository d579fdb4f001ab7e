import { Entity, PrimaryColumn } from 'typeorm';

/** The permissions that exist (`permission-names.ts`). */
@Entity('permissions')
export class Permission {
  @PrimaryColumn('varchar', { length: 64 })
  name!: string;
}

/** A permission of a role. */
@Entity('role_permissions')
export class RolePermission {
  @PrimaryColumn('integer')
  roleId!: number;

  @PrimaryColumn('varchar', { length: 64 })
  permission!: string;
}

/** A role of a user. */
@Entity('user_roles')
export class UserRole {
  @PrimaryColumn('integer')
  userId!: number;

  @PrimaryColumn('integer')
  roleId!: number;
}
