import type { Actor } from '@almanac/auth';
import type { Parameters } from '@almanac/listing';
import type { ItemType } from '../content-tree/content-item';
import type { Action } from './action';
import { roleLevelOf } from './role-level';
import type { Rulings } from './scope-rulings';

/**
 * SQL condition for the rows of `alias` on which the caller may do this: `decide` for a whole table (content-behaviour §11.2).
 * Does not look at the recycle bin and at drafts.
 */
export function permittedRows(
  actor: Actor,
  action: Action,
  { type, alias }: { type: ItemType; alias: string },
  { allowed, unruled }: Rulings,
  parameters: Parameters,
): string {
  if (actor.isAdmin) return 'TRUE';
  const inScopes = (ids: readonly number[]) => `${alias}.scope_id = ANY(${parameters.add(ids)}::int[])`;
  const { all, own } = roleLevelOf(actor, action, type);
  if (all) return `(${alias}.scope_id IS NULL OR ${inScopes([...allowed, ...unruled])})`;
  if (!own) return inScopes(allowed);
  const owned = `${alias}.owned_by = ${parameters.add(actor.id)}`;
  return `((${owned} AND (${alias}.scope_id IS NULL OR ${inScopes(unruled)})) OR ${inScopes(allowed)})`;
}
