import type { Actor } from '@almanac/auth';
import type { Parameters } from '@almanac/listing';
import type { ItemType } from '../content-tree/content-item';
import type { Action } from './action';
import { roleLevelOf } from './role-level';
import type { Rulings } from './rulings';
import type { ScopeSet } from './scope-set';

/**
 * SQL condition for the rows of `alias` on which the caller may do this: `decide` for a whole table (content-behaviour §11.2).
 * Does not look at the recycle bin and at drafts.
 */
export function permittedRows(
  actor: Actor,
  action: Action,
  { type, alias }: { type: ItemType; alias: string },
  rulings: Rulings,
  parameters: Parameters,
): string {
  if (actor.isAdmin) return 'TRUE';
  const scope = `${alias}.scope_id`;
  const within = (scopes: ScopeSet) => scopes.condition(scope, parameters);
  const { all, own } = roleLevelOf(actor, action, type);
  if (all) return `(${scope} IS NULL OR ${within(rulings.allowedOrUnruled)})`;
  if (!own) return within(rulings.allowed);
  const owned = `${alias}.owned_by = ${parameters.add(actor.id)}`;
  return `((${owned} AND (${scope} IS NULL OR ${within(rulings.unruled)})) OR ${within(rulings.allowed)})`;
}
