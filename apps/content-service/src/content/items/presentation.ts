import type { ContentItem } from './content-item';

/** A timestamp as the contract prints it: `2026-11-21T09:38:41.123000Z`. The database keeps milliseconds. */
export function utcMicros(moment: Date | string): string {
  return `${(typeof moment === 'string' ? new Date(moment) : moment).toISOString().slice(0, -1)}000Z`;
}

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
