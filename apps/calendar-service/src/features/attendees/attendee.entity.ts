import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('attendees')
export class StoredAttendee {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('integer')
  eventId!: number;

  @Column('integer')
  ticketId!: number;

  @Column('integer', { nullable: true })
  userId!: number | null;

  @Column('text')
  name!: string;

  @Column('varchar', { length: 254 })
  email!: string;

  @Column('varchar', { length: 16, default: 'going' })
  status!: string;

  @Column({ type: 'numeric', precision: 12, scale: 2 })
  price!: string;

  @Column('varchar', { length: 3 })
  currency!: string;

  @Column('text')
  cancelTokenHash!: string;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  checkedInAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamp', precision: 0, nullable: true })
  occurrence!: Date | null;
}
