import { each, FLAG, listOf, NamedSchema, orNull, record, type Schema, TEXT, WHOLE } from '@almanac/openapi';
import type { ContentItem } from './shared-columns';

/** A timestamp as the contract prints it: `2026-11-21T09:38:41.123000Z`. Columns keep milliseconds, so a filter with a printed value finds its row. */
export function utcMicros(moment: Date | string): string {
  return `${(typeof moment === 'string' ? new Date(moment) : moment).toISOString().slice(0, -1)}000Z`;
}

export const utcMicrosOrNull = (moment: Date | null): string | null => moment && utcMicros(moment);

/** A user as responses show them; null if the user was deleted. */
export interface UserSummary {
  id: number;
  name: string;
  slug: string;
}

/** The fields that responses show for every item type, with users as ids. */
export const presentItem = (item: Omit<ContentItem, 'slugRank' | 'deletedAt' | 'scopeId'>) => ({
  id: item.id,
  name: item.name,
  slug: item.slug,
  created_at: utcMicros(item.createdAt),
  updated_at: utcMicros(item.updatedAt),
  created_by: item.createdBy,
  updated_by: item.updatedBy,
  owned_by: item.ownedBy,
});

/** The users of an item as objects, for single reads. */
export interface ItemPeople {
  creator: UserSummary | null;
  updater: UserSummary | null;
  owner: UserSummary | null;
}

export const presentPeople = ({ creator, updater, owner }: ItemPeople) => ({
  created_by: creator,
  updated_by: updater,
  owned_by: owner,
});

/** A moment as `utcMicros` prints it. */
export const UTC_TIME = { type: 'string', format: 'date-time' } as const;

export const USER_ID = { ...orNull(WHOLE), description: 'Id of the user; null if the user was deleted' };

export const USER_SUMMARY = new NamedSchema('UserSummary', record({ id: WHOLE, name: TEXT, slug: TEXT }));

export const TIMES = { created_at: UTC_TIME, updated_at: UTC_TIME };

/** Members of `presentItem`. */
export const ITEM_MEMBERS = {
  id: WHOLE,
  name: TEXT,
  slug: TEXT,
  ...TIMES,
  created_by: USER_ID,
  updated_by: USER_ID,
  owned_by: USER_ID,
};

/** Members of `presentPeople`. */
export const PEOPLE_MEMBERS = {
  created_by: orNull(USER_SUMMARY),
  updated_by: orNull(USER_SUMMARY),
  owned_by: orNull(USER_SUMMARY),
};

export const TAG_SCHEMA = new NamedSchema('ContentTag', record({ name: TEXT, value: TEXT, order: WHOLE }));

/** A page of a list, with the number of all matches. */
export const listSchema = (item: NamedSchema): NamedSchema =>
  namedListSchema(`${item.name.replace(/InList$/, '')}List`, item);

export const namedListSchema = (name: string, item: Schema): NamedSchema =>
  new NamedSchema(name, record({ data: listOf(item), total: { ...WHOLE, minimum: 0 } }));

/** Explains changes in the description of the API. */
export const PARTIAL_UPDATE = 'Absent fields keep their values.';

/** The permissions of the caller on an item, on request only. */
export const PERMISSIONS_INCLUDED = {
  permissions: new NamedSchema(
    'ItemPermissions',
    record(
      each(FLAG, 'view', 'update', 'delete', 'manage_permissions'),
      each(FLAG, 'create_chapter', 'create_page', 'create_comment'),
    ),
  ),
};

/** The items above an item that the caller sees, from the top down, on request only. */
export const PARENTS_INCLUDED = {
  parents: listOf(
    new NamedSchema(
      'ItemParent',
      record({ type: { ...TEXT, enum: ['bookshelf', 'book', 'chapter'] }, id: WHOLE, name: TEXT, slug: TEXT }),
    ),
  ),
};

/** The contents of an item, as in its single read, on request only. */
export const contentsIncluded = (item: Schema) => ({ contents: listOf(item) });
