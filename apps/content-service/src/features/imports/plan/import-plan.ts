import type { Actor } from '@almanac/auth';
import type { ItemSlug } from '../../../content/slugs/slug.service';
import type { PortableItem } from '../archive/portable-content';
import type { Addresses } from './addresses';
import type { ImportRows } from './import-rows';
import type { Parent } from '../../../content/content-tree/content-tree';
import type { Staged } from './staged-import';

/** All rows that an import will write. */
export interface ImportPlan {
  /** Id of the root item. */
  id: number;
  /** All items, in the order of their creation. */
  items: { kind: PortableItem['kind']; id: number; name: string }[];
  rows: ImportRows;
}

/** A plan in the making, with the decisions made so far. */
export interface PlanDraft extends ImportPlan {
  actor: Actor;
  staged: Staged;
  addresses: Addresses;
  /** Ids and slugs of the items. */
  ids: ReadonlyMap<PortableItem, number>;
  slugs: ReadonlyMap<PortableItem, ItemSlug>;
  /** The book that contains all items. */
  book: { id: number; slug: string };
  parent: Parent | undefined;
  /** The image that is the cover of the book. */
  coverId: number | null;
}

/** Author columns of a row. */
export const authors = ({ id }: Actor) => ({ created_by: id, updated_by: id });
