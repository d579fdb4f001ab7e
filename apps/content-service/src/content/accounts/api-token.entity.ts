import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** A token with which programs act as its user. */
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

  /** Token scopes, which limit the user's permissions (see `limitsOf`); null sets no limit. */
  @Column('text', { array: true, nullable: true })
  scopes!: string[] | null;

  /** May lag behind by the interval of `TokenUse`. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastUsedAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;
}
