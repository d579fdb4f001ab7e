/** SQL fragments for reading items of every type. Aliases, tables and columns are constants of the code, never user input. */
import { selectComputed } from '@almanac/database';
import type { EntityMetadata } from 'typeorm';
import type { ItemKind } from './item-kinds';

/** All columns of an entity except some, named like its properties: `page.book_id AS "bookId"`. */
export const columnsOf = ({ columns }: EntityMetadata, alias: string, without: readonly string[] = []): string =>
  columns
    .filter(({ propertyName }) => !without.includes(propertyName))
    .map(({ databaseName, propertyName }) => `${alias}.${databaseName} AS "${propertyName}"`)
    .join(', ');

/** A user as JSON with id, name and slug, or null. */
export const userJson = (column: string): string =>
  `(SELECT json_build_object('id', person.id, 'name', person.name, 'slug', person.slug) FROM users person WHERE person.id = ${column})`;

/** The users of an item as JSON: `creator`, `updater`, `owner`. */
export const peopleColumns = (alias: string): string =>
  `${userJson(`${alias}.created_by`)} AS creator, ${userJson(`${alias}.updated_by`)} AS updater, ${userJson(`${alias}.owned_by`)} AS owner`;

/** An item's tags in the order in which they were given. */
export const tagsColumn = (key: ItemKind['key'], alias: string) =>
  selectComputed<{ tags: TagRow[] }>({
    tags: `(SELECT coalesce(json_agg(json_build_object('name', tag.name, 'value', tag.value, 'order', 0) ORDER BY tag.id), '[]')
      FROM tags tag WHERE tag.${key} = ${alias}.id)`,
  });

/** The row of the cover, or null. */
export const coverColumn = (alias: string): string =>
  `(SELECT to_json(cover) FROM images cover WHERE cover.id = ${alias}.image_id) AS cover`;

export interface TagRow {
  name: string;
  value: string;
  order: number;
}
