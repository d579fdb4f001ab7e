import type { Actor } from '@almanac/auth';
import type { ItemSlug } from '../../../domain/slugs/slug.service';
import type { PortableItem } from '../format/portable-content';
import type { Addresses } from './addresses';
import type { ImportRows } from './import-rows';
import type { Parent } from './import-target';
import type { Staged } from './staged-import';

/** What an import is going to write. */
export interface ImportPlan {
  /** Of what is imported, with everything in it. */
  id: number;
  /** All items, in the order in which they are made. */
  items: { kind: PortableItem['kind']; id: number; name: string }[];
  rows: ImportRows;
}

/** A plan that is being made, and all that is decided already. */
export interface PlanDraft extends ImportPlan {
  actor: Actor;
  staged: Staged;
  addresses: Addresses;
  /** Ids and slugs of the items. */
  ids: ReadonlyMap<PortableItem, number>;
  slugs: ReadonlyMap<PortableItem, ItemSlug>;
  /** The one that everything is in. */
  book: { id: number; slug: string };
  parent: Parent | undefined;
  /** The image that is the cover of the book. */
  coverId: number | null;
}

/** Who made it. */
export const authors = ({ id }: Actor) => ({ created_by: id, updated_by: id });
