import { Explained } from '@almanac/openapi';
import { both, MaxLength, Nullable, Present, reading, Text } from '@almanac/validation';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A number becomes its digits, as on the reference: `{ "name": "Year", "value": 2026 }`. */
const TextOrNumber = () =>
  both(
    Text(),
    reading((value) => (typeof value === 'number' ? String(value) : value)),
  );

/** One tag as callers send it. An empty name is allowed and means "no tag" (content-behaviour §8). */
@Explained<TagInputDto>({
  name: 'Name of the tag; a tag without a name is left out',
  value: 'Value of the tag',
})
export class TagInputDto {
  @Present()
  @TextOrNumber()
  @MaxLength(255)
  name!: string;

  @Nullable()
  @TextOrNumber()
  @MaxLength(255)
  value?: string | null;
}

/** A label on exactly one item. */
@Entity('tags')
export class Tag {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column('integer', { nullable: true })
  shelfId!: number | null;

  @Column('integer', { nullable: true })
  bookId!: number | null;

  @Column('integer', { nullable: true })
  chapterId!: number | null;

  @Column('integer', { nullable: true })
  pageId!: number | null;

  @Column('varchar', { length: 255 })
  name!: string;

  @Column('varchar', { length: 255, default: '' })
  value!: string;
}
