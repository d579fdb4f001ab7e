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

/** The columns that shelves, books, chapters and pages share in lists. */
export interface ItemRow {
  id: number;
  name: string;
  slug: string;
  created_at: Date | string;
  updated_at: Date | string;
  created_by: number | null;
  updated_by: number | null;
  owned_by: number | null;
}

/** The fields that responses show for every item type, with users as ids. */
export function presentItem(item: ItemRow) {
  return {
    id: item.id,
    name: item.name,
    slug: item.slug,
    created_at: utcMicros(item.created_at),
    updated_at: utcMicros(item.updated_at),
    created_by: item.created_by,
    updated_by: item.updated_by,
    owned_by: item.owned_by,
  };
}

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
