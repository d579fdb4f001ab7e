import { Entity, PrimaryColumn } from 'typeorm';

@Entity('permissions')
export class Permission {
  @PrimaryColumn('varchar', { length: 64 })
  name!: string;
}

@Entity('role_permissions')
export class RolePermission {
  @PrimaryColumn('integer')
  roleId!: number;

  @PrimaryColumn('varchar', { length: 64 })
  permission!: string;
}

@Entity('user_roles')
export class UserRole {
  @PrimaryColumn('integer')
  userId!: number;

  @PrimaryColumn('integer')
  roleId!: number;
}
