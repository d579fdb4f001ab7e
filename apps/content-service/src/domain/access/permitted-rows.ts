import type { Actor } from '@almanac/auth';
import type { Parameters } from '@almanac/listing';
import type { ItemType } from '../content-tree/content-item';
import type { Action } from './action';
import { reachOf, roleLevelOf } from './role-level';
import type { Rulings } from './scope-rulings';

interface Rows {
  type: ItemType;
  alias: string;
}

/**
 * SQL condition for the rows of `alias` on which the caller may do this: `decide` for a whole table (content-behaviour §11.2).
 * Does not look at the recycle bin and at drafts.
 */
export function permittedRows(actor: Actor, action: Action, { type, alias }: Rows, rulings: Rulings, parameters: Parameters): string {
  const { all, own } = reachOf(actor, action, type);
  if (!all && !own) return 'FALSE';
  const granted = actor.isAdmin ? 'TRUE' : grantedRows(actor, action, { type, alias }, rulings, parameters);
  return all ? granted : `(${alias}.owned_by = ${parameters.add(actor.id)} AND ${granted})`;
}

/** The same without regard to the caller's token. */
function grantedRows(actor: Actor, action: Action, { type, alias }: Rows, { allowed, unruled }: Rulings, parameters: Parameters): string {
  const inScopes = (ids: readonly number[]) => `${alias}.scope_id = ANY(${parameters.add(ids)}::int[])`;
  const { all, own } = roleLevelOf(actor, action, type);
  if (all) return `(${alias}.scope_id IS NULL OR ${inScopes([...allowed, ...unruled])})`;
  if (!own) return inScopes(allowed);
  const owned = `${alias}.owned_by = ${parameters.add(actor.id)}`;
  return `((${owned} AND (${alias}.scope_id IS NULL OR ${inScopes(unruled)})) OR ${inScopes(allowed)})`;
}
