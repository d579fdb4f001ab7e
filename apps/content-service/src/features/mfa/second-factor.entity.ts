import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** The key of a user's authenticator app. */
@Entity('totp_secrets')
export class TotpSecret {
  @PrimaryColumn('integer')
  userId!: number;

  /** Encrypted by `seal`. */
  @Column('bytea')
  sealedSecret!: Buffer;

  /** The time step of the last used code. Older codes are refused. */
  @Column('bigint')
  lastStep!: string;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}

/** A code that works once instead of one from the app. */
@Entity('backup_codes')
export class BackupCode {
  @PrimaryColumn('integer')
  userId!: number;

  /** A hash with a key that is not in the database. */
  @PrimaryColumn('bytea')
  codeHash!: Buffer;
}
