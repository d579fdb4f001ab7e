import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('web_sessions')
export class WebSession {
  @PrimaryColumn('varchar', { length: 64 })
  sid!: string;

  @Column('json')
  sess!: unknown;

  @Column({ type: 'timestamptz', precision: 3 })
  expire!: Date;
}
