import type { Actor } from '@almanac/auth';
import { forbidden } from '@almanac/errors';
import type { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import type { ItemType } from '../kinds/item-kinds';
import { type Action, canAllOrOwn, isAllowed, roleLevelOf, tokenLimitsOf } from './permission-rules';
import { NO_SCOPES, ScopeDecisions, type ScopeSet } from './scope-decisions';
import { ScopeDecisionCache } from './scope-decision-cache';

/** The fields of an item that access rules read. */
export interface AccessFields {
  ownedBy: number | null;
  /** Its permission scope; null only when neither it nor anything above it has overrides. */
  scopeId: number | null;
}

/** Overrides do not bind administrators, so their decisions need no query. */
const NO_OVERRIDES = new ScopeDecisions(NO_SCOPES);

/**
 * Access checks for items (content-behaviour §11.2).
 * Every list and read starts from `visible`, so that totals never count items hidden from the caller.
 */
@Injectable()
export class AccessService {
  constructor(private readonly decisions: ScopeDecisionCache) {}

  /** The caller's view, for queries over several kinds of items and for SQL that is built later. */
  async view(actor: Actor): Promise<View> {
    return new View(actor, actor.isAdmin ? NO_OVERRIDES : await this.decisions.of(actor.roleIds, 'view'));
  }

  /** SQL condition for the rows of `alias` that the caller may see; see `View`. */
  async visible(actor: Actor, type: ItemType, alias: string, parameters: Parameters): Promise<string> {
    return (await this.view(actor)).visible(type, alias, parameters);
  }

  /**
   * Whether the caller may perform `action` on an item that was already read, by the same rules as `permittedRows`.
   * `create` means creating something of `type` inside the item.
   */
  async allows(actor: Actor, action: Action, type: ItemType, item: AccessFields): Promise<boolean> {
    const hasOverrides = item.scopeId !== null && !actor.isAdmin;
    const decisions = hasOverrides ? await this.decisions.of(actor.roleIds, action) : NO_OVERRIDES;
    return allowsItem(actor, action, type, item, decisions);
  }

  /** `allows` for many items, with decisions that are loaded once. */
  async check(actor: Actor, action: Action, type: ItemType): Promise<(item: AccessFields) => boolean> {
    const decisions = actor.isAdmin ? NO_OVERRIDES : await this.decisions.of(actor.roleIds, action);
    return (item) => allowsItem(actor, action, type, item, decisions);
  }

  /** @throws Problem 403 */
  async require(actor: Actor, action: Action, type: ItemType, item: AccessFields): Promise<void> {
    if (!(await this.allows(actor, action, type, item))) forbidden();
  }

  /**
   * For records without overrides, such as comments and files: needs the right on all of them, or on the caller's own.
   * @param right without its suffix, e.g. `comment-update`
   * @param owner the user who created the record
   * @throws Problem 403
   */
  requireAllOrOwn(actor: Actor, right: string, owner: number | null): void {
    if (!canAllOrOwn(actor, right, owner)) forbidden();
  }
}

/** Builds the visibility conditions of one caller from decisions that were loaded once. */
export class View {
  constructor(
    private readonly actor: Actor,
    private readonly decisions: ScopeDecisions,
  ) {}

  /** SQL condition for the rows of `alias`: not deleted, permitted, and not a draft of another user. */
  visible(type: ItemType, alias: string, parameters: Parameters): string {
    const conditions = [
      `${alias}.deleted_at IS NULL`,
      permittedRows(this.actor, 'view', { type, alias }, this.decisions, parameters),
    ];
    if (type === 'page')
      conditions.push(`(NOT ${alias}.draft OR ${alias}.owned_by = ${parameters.add(this.actor.id)})`);
    return conditions.join(' AND ');
  }

  /**
   * The rows that the caller's roles permit, in parts: without regard to the bin and to drafts. Undefined for tokens that reach only their user's
   * own items.
   */
  granted(type: ItemType, alias: string, parameters: Parameters): GrantedRows | undefined {
    if (!tokenLimitsOf(this.actor, 'view', type).all) return undefined;
    return grantedRows(this.actor, 'view', { type, alias }, this.decisions, parameters);
  }
}

function allowsItem(
  actor: Actor,
  action: Action,
  type: ItemType,
  { ownedBy, scopeId }: AccessFields,
  decisions: ScopeDecisions,
): boolean {
  const isOwner = ownedBy === actor.id;
  if (!isAllowed('inherits', tokenLimitsOf(actor, action, type), isOwner)) return false;
  return actor.isAdmin || isAllowed(decisions.of(scopeId), roleLevelOf(actor, action, type), isOwner);
}

interface Rows {
  type: ItemType;
  alias: string;
}

/**
 * SQL condition for the rows of `alias` on which the caller may perform `action`: `allows` for a whole table (content-behaviour §11.2).
 * Deleted items and drafts are not excluded.
 */
export function permittedRows(
  actor: Actor,
  action: Action,
  { type, alias }: Rows,
  decisions: ScopeDecisions,
  parameters: Parameters,
): string {
  const { all, own } = tokenLimitsOf(actor, action, type);
  if (!all && !own) return 'FALSE';
  const { ofAll, own: ofCaller } = grantedRows(actor, action, { type, alias }, decisions, parameters);
  const granted = ofCaller === undefined ? ofAll : `(${ofCaller} OR ${ofAll})`;
  return all ? granted : `(${alias}.owned_by = ${parameters.add(actor.id)} AND ${granted})`;
}

/** Two conditions without a common row. */
interface GrantedRows {
  /** For rows of any owner. It reads the permission scope alone. */
  ofAll: string;
  /** The scopes that `ofAll` selects; absent for administrators, who see all. */
  scopes?: ScopeSet;
  /** For rows that only their owner may use. */
  own?: string;
}

/** The same condition without the limits of the caller's token, in parts. */
function grantedRows(
  actor: Actor,
  action: Action,
  { type, alias }: Rows,
  decisions: ScopeDecisions,
  parameters: Parameters,
): GrantedRows {
  if (actor.isAdmin) return { ofAll: 'TRUE' };
  const scope = `${alias}.scope_id`;
  const within = (scopes: ScopeSet) => scopes.condition(scope, parameters);
  const { all, own } = roleLevelOf(actor, action, type);
  const { allowedOrInherits, allowed, inherits } = decisions;
  if (all) return { ofAll: `(${scope} IS NULL OR ${within(allowedOrInherits)})`, scopes: allowedOrInherits };
  const granted = { ofAll: within(allowed), scopes: allowed };
  if (!own) return granted;
  const owned = `${alias}.owned_by = ${parameters.add(actor.id)}`;
  return { ...granted, own: `(${owned} AND (${scope} IS NULL OR ${within(inherits)}))` };
}
