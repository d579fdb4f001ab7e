import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('totp_secrets')
export class TotpSecret {
  @PrimaryColumn('integer')
  userId!: number;

  @Column('bytea')
  sealedSecret!: Buffer;

  @Column('bigint')
  lastStep!: string;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}

@Entity('backup_codes')
export class BackupCode {
  @PrimaryColumn('integer')
  userId!: number;

  @PrimaryColumn('bytea')
  codeHash!: Buffer;
}
