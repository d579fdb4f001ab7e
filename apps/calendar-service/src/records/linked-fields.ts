import { defineListing, type Field, integer, type ListingDefinition, text, timestamp, word } from '@almanac/listing';
import { publicationOrder } from './access/head-sql';

/**
 * The fields that order and filter lists of venues or organizers.
 * @param name wire name of the record's name
 * @param own fields that the other kind does not have
 */
export const linkedFields = (name: string, own: Record<string, Field>): ListingDefinition =>
  defineListing({
    date: timestamp(publicationOrder('record')),
    id: integer('record.id'),
    [name]: text('record.name'),
    name: text('record.name'),
    title: text('record.name'),
    slug: word('record.slug'),
    author: integer('record.author_id'),
    status: word('record.status'),
    modified: timestamp('record.modified_at'),
    ...own,
  });
