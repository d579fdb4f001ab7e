import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An override on one item, for a role. Without a role it is the fallback: the rule for all other roles. */
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

/** The items with overrides among an item and those above it. Items with the same ones share a scope. */
@Entity('permission_scopes')
export class PermissionScope {
  /** A book's own scope has the book's id, negated. */
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
