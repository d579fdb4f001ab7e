import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

@Entity('api_tokens')
export class ApiToken {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column('integer')
  userId!: number;

  @Column('varchar', { length: 250 })
  name!: string;

  /** The public half: 32 letters and digits. */
  @Column('varchar', { length: 32 })
  tokenId!: string;

  /** SHA-256 of the secret half. */
  @Column('bytea')
  secretHash!: Buffer;

  /** `YYYY-MM-DD`; the token is refused from the start of that day. */
  @Column('date')
  expiresAt!: string;

  /** What the token leaves of its user's rights (see `limitsOf`); null leaves them all. */
  @Column('text', { array: true, nullable: true })
  scopes!: string[] | null;

  /** Up to `TokenUse`'s interval behind. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastUsedAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;
}
