import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('attempt_windows')
export class AttemptWindow {
  @PrimaryColumn('bytea')
  key!: Buffer;

  @Column('integer')
  attempts!: number;

  @Column({ type: 'timestamptz', precision: 3 })
  endsAt!: Date;
}
