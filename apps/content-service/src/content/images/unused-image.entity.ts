import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** A search for unused images. The latest one replaces those before. */
@Entity('unused_image_searches')
export class UnusedImageSearch {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  startedAt!: Date;

  /** Null while it runs, and when its process died. */
  @Column({ type: 'timestamptz', nullable: true })
  finishedAt!: Date | null;
}

/** An image on the list of a search. */
@Entity('unused_images')
export class FoundUnusedImage {
  /** Not a foreign key, which would lock every image when a search begins. */
  @PrimaryColumn('integer')
  imageId!: number;

  @Column('integer')
  searchId!: number;

  /** The last segment of its path, in lower case. */
  @Column('text')
  fileName!: string;
}
