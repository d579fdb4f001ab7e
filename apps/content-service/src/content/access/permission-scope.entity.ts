import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('entity_permissions')
export class EntityPermission {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column('integer', { nullable: true })
  shelfId!: number | null;

  @Column('integer', { nullable: true })
  bookId!: number | null;

  @Column('integer', { nullable: true })
  chapterId!: number | null;

  @Column('integer', { nullable: true })
  pageId!: number | null;

  @Column('integer', { nullable: true })
  roleId!: number | null;

  @Column('boolean')
  view!: boolean;

  @Column('boolean')
  create!: boolean;

  @Column('boolean')
  update!: boolean;

  @Column('boolean')
  delete!: boolean;
}

@Entity('permission_scopes')
export class PermissionScope {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column('integer', { nullable: true })
  shelfId!: number | null;

  @Column('integer', { nullable: true })
  bookId!: number | null;

  @Column('integer', { nullable: true })
  chapterId!: number | null;

  @Column('integer', { nullable: true })
  pageId!: number | null;
}
