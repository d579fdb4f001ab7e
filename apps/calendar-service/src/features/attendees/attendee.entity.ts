import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

export const ATTENDEE_STATUSES = ['going', 'cancelled'] as const;
export type AttendeeStatus = (typeof ATTENDEE_STATUSES)[number];

/** A place at an event. */
@Entity('attendees')
export class StoredAttendee {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('integer')
  eventId!: number;

  @Column('integer')
  ticketId!: number;

  /** The user who took the place; null for anonymous callers. */
  @Column('integer', { nullable: true })
  userId!: number | null;

  @Column('text')
  name!: string;

  @Column('varchar', { length: 254 })
  email!: string;

  @Column('varchar', { length: 16, default: 'going' })
  status!: AttendeeStatus;

  /** At the time of the reservation: a decimal number as text, e.g. `12.50`. */
  @Column({ type: 'numeric', precision: 12, scale: 2 })
  price!: string;

  /** ISO 4217, e.g. `EUR`; empty when the ticket has none. */
  @Column('varchar', { length: 3 })
  currency!: string;

  @Column('text')
  cancelTokenHash!: string;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  checkedInAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  /** Start of the occurrence that the place is for, on the event's clock; null for the event as a whole. */
  @Column({ type: 'timestamp', precision: 0, nullable: true })
  occurrence!: Date | null;
}
