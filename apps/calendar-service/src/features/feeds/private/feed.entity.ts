import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('feeds')
export class Feed {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('integer')
  userId!: number;

  @Column('text')
  name!: string;

  @Column('jsonb', { default: () => "'{}'" })
  filters!: unknown;

  @Column('text', { array: true, nullable: true })
  reach!: string[] | null;

  @Column('bytea')
  tokenHash!: Buffer;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
