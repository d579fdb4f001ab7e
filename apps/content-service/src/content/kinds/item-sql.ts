/** SQL fragments for reading items of every type. Aliases, tables and columns are constants of the code, never user input. */
import { selectComputed } from '@almanac/database';
import type { ItemKind } from './item-kinds';
import type { ItemPeople } from './presentation';

/** A user as JSON with id, name and slug, or null. */
export const userJson = (column: string): string =>
  `(SELECT json_build_object('id', person.id, 'name', person.name, 'slug', person.slug) FROM users person WHERE person.id = ${column})`;

/** The users of an item as JSON. */
export const peopleColumns = (alias: string) =>
  selectComputed<ItemPeople>({
    creator: userJson(`${alias}.created_by`),
    updater: userJson(`${alias}.updated_by`),
    owner: userJson(`${alias}.owned_by`),
  });

/** An item's tags in the order in which they were given. */
export const tagsColumn = (key: ItemKind['key'], alias: string) =>
  selectComputed<{ tags: TagRow[] }>({
    tags: `(SELECT coalesce(json_agg(json_build_object('name', tag.name, 'value', tag.value, 'order', 0) ORDER BY tag.id), '[]')
      FROM tags tag WHERE tag.${key} = ${alias}.id)`,
  });

/** A tag as JSON. */
export interface TagRow {
  name: string;
  value: string;
  order: number;
}
