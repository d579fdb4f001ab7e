import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { ItemType } from '../kinds/item-kinds';

/** Events of the audit trail (content-behaviour §18); `auth_login_refused` and `user_invite` are additions. */
export const ACTIVITY_TYPES = [
  'page_create',
  'page_update',
  'page_delete',
  'page_restore',
  'page_move',
  'chapter_create',
  'chapter_update',
  'chapter_delete',
  'chapter_move',
  'book_create',
  'book_create_from_chapter',
  'book_update',
  'book_delete',
  'book_sort',
  'bookshelf_create',
  'bookshelf_create_from_book',
  'bookshelf_update',
  'bookshelf_delete',
  'permissions_update',
  'commented_on',
  'comment_create',
  'comment_update',
  'comment_delete',
  'revision_restore',
  'revision_delete',
  'settings_update',
  'maintenance_action_run',
  'recycle_bin_empty',
  'recycle_bin_restore',
  'recycle_bin_destroy',
  'user_create',
  'user_update',
  'user_delete',
  'user_invite',
  'api_token_create',
  'api_token_update',
  'api_token_delete',
  'role_create',
  'role_update',
  'role_delete',
  'auth_password_reset_request',
  'auth_password_reset_update',
  'auth_register',
  'auth_login',
  'auth_login_refused',
  'mfa_setup_method',
  'mfa_remove_method',
  'webhook_create',
  'webhook_update',
  'webhook_delete',
  'import_create',
  'import_run',
  'import_delete',
  'sort_rule_create',
  'sort_rule_update',
  'sort_rule_delete',
] as const;

export type ActivityType = (typeof ACTIVITY_TYPES)[number];

/** A line of the audit trail. */
@Entity('activities')
export class Activity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column('varchar', { length: 60 })
  type!: ActivityType;

  @Column('text', { default: '' })
  detail!: string;

  /** Also of a user who was deleted since; null for the system. */
  @Column('integer', { nullable: true })
  userId!: number | null;

  /** Masked before it is stored. */
  @Column('varchar', { length: 45, default: '' })
  ip!: string;

  /** The `X-Request-Id` of the request that caused it; null for jobs and commands. */
  @Column('varchar', { length: 128, nullable: true })
  requestId!: string | null;

  @Column('varchar', { length: 20, nullable: true })
  loggableType!: ItemType | null;

  @Column('integer', { nullable: true })
  loggableId!: number | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
