import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

@Entity('unused_image_searches')
export class UnusedImageSearch {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  startedAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  finishedAt!: Date | null;
}

@Entity('unused_images')
export class FoundUnusedImage {
  @PrimaryColumn('integer')
  imageId!: number;

  @Column('integer')
  searchId!: number;

  @Column('text')
  fileName!: string;
}
