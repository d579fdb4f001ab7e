import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';
import type { RenderedText } from '../rendering/rendered-text';

/** A ticket of an event. Free tickets are the RSVP of their event. */
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

  /** A decimal number as text, e.g. `12.50`. */
  @Column({ type: 'numeric', precision: 12, scale: 2, default: 0 })
  price!: string;

  /** ISO 4217, e.g. `EUR`; empty when none was given. */
  @Column('varchar', { length: 3, default: '' })
  currency!: string;

  /** Null for no limit. */
  @Column('integer', { nullable: true })
  capacity!: number | null;

  /** Places taken by attendees who are going. */
  @Column('integer', { default: 0 })
  sold!: number;

  /** Those of them that are checked in. */
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
  descriptionRendered!: RenderedText | null;

  /** Whether the capacity applies to each occurrence of the event. */
  @Column('boolean', { default: false })
  perOccurrence!: boolean;
}
