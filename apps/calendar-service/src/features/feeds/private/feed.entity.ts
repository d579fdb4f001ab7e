import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A private feed of a user. */
@Entity('feeds')
export class Feed {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('integer')
  userId!: number;

  @Column('text')
  name!: string;

  /** Parameters of the list of events. */
  @Column('jsonb', { default: () => "'{}'" })
  filters!: Record<string, unknown>;

  /** Rights of the token that created the feed, which limit the owner's rights; null without a limit. */
  @Column('text', { array: true, nullable: true })
  reach!: string[] | null;

  @Column('bytea')
  tokenHash!: Buffer;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
