import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

@Entity('tickets')
export class StoredTicket {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('integer')
  eventId!: number;

  @Column('text')
  name!: string;

  @Column('text', { default: '' })
  description!: string;

  @Column({ type: 'numeric', precision: 12, scale: 2, default: 0 })
  price!: string;

  @Column('varchar', { length: 3, default: '' })
  currency!: string;

  @Column('integer', { nullable: true })
  capacity!: number | null;

  @Column('integer', { default: 0 })
  sold!: number;

  @Column('integer', { default: 0 })
  checkedIn!: number;

  @Column({ type: 'timestamptz', precision: 0, nullable: true })
  availableFrom!: Date | null;

  @Column({ type: 'timestamptz', precision: 0, nullable: true })
  availableUntil!: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  modifiedAt!: Date;

  @Column('jsonb', { nullable: true })
  descriptionRendered!: unknown;

  @Column('boolean', { default: false })
  perOccurrence!: boolean;
}
