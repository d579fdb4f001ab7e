import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';
import type { ItemType } from '../kinds/item-kinds';

/** The record of one item that a user deleted, together with everything in it. */
@Entity('deletions')
export class Deletion {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column('varchar', { length: 20 })
  deletableType!: ItemType;

  @Column('integer')
  deletableId!: number;

  @Column('integer', { nullable: true })
  deletedBy!: number | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;
}
