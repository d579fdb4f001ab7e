import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('installation')
export class InstallationRow {
  @PrimaryColumn('integer', { default: 1 })
  id!: number;

  @Column('integer', { nullable: true })
  administratorId!: number | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}

@Entity('installed_tokens')
export class InstalledToken {
  @PrimaryColumn('varchar', { length: 32 })
  tokenId!: string;

  @PrimaryColumn('bytea')
  secretHash!: Buffer;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
