import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** A person, or the guest, who stands for visitors without an account. */
@Entity('users')
export class User {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column('varchar', { length: 100 })
  name!: string;

  @Column('varchar', { length: 300 })
  slug!: string;

  /** Unique after `fold()`. */
  @Column('varchar', { length: 255 })
  email!: string;

  @Column('boolean', { default: true })
  emailConfirmed!: boolean;

  /** argon2id; null for users who cannot log in by password. */
  @Column('text', { nullable: true })
  passwordHash!: string | null;

  @Column('varchar', { length: 255, default: '' })
  externalAuthId!: string;

  /** `public` for the guest; null for people. */
  @Column('varchar', { length: 50, nullable: true })
  systemName!: 'public' | null;

  @Column('varchar', { length: 15, nullable: true })
  language!: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;
}
