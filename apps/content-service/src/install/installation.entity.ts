import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** The one row about the first start. */
@Entity('installation')
export class InstallationRow {
  @PrimaryColumn('integer', { default: 1 })
  id!: number;

  /** The account made at the installation; null once it was deleted. */
  @Column('integer', { nullable: true })
  administratorId!: number | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}

/** A token that the settings installed. It is never made again. */
@Entity('installed_tokens')
export class InstalledToken {
  @PrimaryColumn('varchar', { length: 32 })
  tokenId!: string;

  /** SHA-256 of the secret half. */
  @PrimaryColumn('bytea')
  secretHash!: Buffer;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
