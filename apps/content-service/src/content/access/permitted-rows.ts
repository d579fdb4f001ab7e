import type { Actor } from '@almanac/auth';
import type { Parameters } from '@almanac/listing';
import type { ItemType } from '../items/item-kinds';
import type { Action } from './action';
import { reachOf, roleLevelOf } from './role-level';
import type { ScopeDecisions } from './scope-decisions';
import type { ScopeSet } from './scope-set';

interface Rows {
  type: ItemType;
  alias: string;
}

/**
 * SQL condition for the rows of `alias` on which the caller may perform `action`: `decide` for a whole table (content-behaviour §11.2).
 * Deleted items and drafts are not excluded.
 */
export function permittedRows(
  actor: Actor,
  action: Action,
  { type, alias }: Rows,
  decisions: ScopeDecisions,
  parameters: Parameters,
): string {
  const { all, own } = reachOf(actor, action, type);
  if (!all && !own) return 'FALSE';
  const granted = actor.isAdmin ? 'TRUE' : grantedRows(actor, action, { type, alias }, decisions, parameters);
  return all ? granted : `(${alias}.owned_by = ${parameters.add(actor.id)} AND ${granted})`;
}

/** The same condition without the limits of the caller's token. */
function grantedRows(
  actor: Actor,
  action: Action,
  { type, alias }: Rows,
  decisions: ScopeDecisions,
  parameters: Parameters,
): string {
  const scope = `${alias}.scope_id`;
  const within = (scopes: ScopeSet) => scopes.condition(scope, parameters);
  const { all, own } = roleLevelOf(actor, action, type);
  if (all) return `(${scope} IS NULL OR ${within(decisions.allowedOrUnruled)})`;
  if (!own) return within(decisions.allowed);
  const owned = `${alias}.owned_by = ${parameters.add(actor.id)}`;
  return `((${owned} AND (${scope} IS NULL OR ${within(decisions.unruled)})) OR ${within(decisions.allowed)})`;
}
