import type { SessionData } from 'express-session';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A session of a browser. The session store prescribes the columns. */
@Entity('web_sessions')
export class WebSession {
  @PrimaryColumn('varchar', { length: 64 })
  sid!: string;

  @Column('json')
  sess!: SessionData;

  @Column({ type: 'timestamptz', precision: 3 })
  expire!: Date;
}
