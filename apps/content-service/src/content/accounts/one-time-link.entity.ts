import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

export type LinkPurpose = 'invitation' | 'password-reset';

/** A link in an e-mail to a user. */
@Entity('one_time_links')
export class OneTimeLink {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column('varchar', { length: 20 })
  purpose!: LinkPurpose;

  @Column('integer')
  userId!: number;

  /** SHA-256 of the token in the link. */
  @Column('bytea')
  tokenHash!: Buffer;

  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt!: Date;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
