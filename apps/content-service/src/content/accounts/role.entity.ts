import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** A named set of permissions. */
@Entity('roles')
export class Role {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column('varchar', { length: 180 })
  displayName!: string;

  @Column('varchar', { length: 180, nullable: true })
  description!: string | null;

  /** `admin` and `public` are system roles; empty for all others. */
  @Column('varchar', { length: 50, default: '' })
  systemName!: 'admin' | 'public' | '';

  @Column('varchar', { length: 180, default: '' })
  externalAuthId!: string;

  /** Its users need a second factor. */
  @Column('boolean', { default: false })
  mfaEnforced!: boolean;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;
}
