import { type Actor, can } from '@almanac/auth';
import { forbidden } from '@almanac/errors';
import type { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import type { ItemType } from '../items/item-kinds';
import type { Action } from './action';
import { decide } from './evaluate';
import { permittedRows } from './permitted-rows';
import { reachOf, roleLevelOf } from './role-level';
import { NOTHING_JUDGED, ScopeDecisions } from './scope-decisions';
import { ScopeDecisionCache } from './scope-decision-cache';

/** The fields of an item that access rules read. */
export interface Guarded {
  ownedBy: number | null;
  /** Its permission scope; null only when neither it nor anything above it has overrides. */
  scopeId: number | null;
}

/** Overrides do not bind administrators, so their decisions need no query. */
const UNBOUND = new ScopeDecisions(NOTHING_JUDGED);

/**
 * Access checks for items (content-behaviour §11.2).
 * Every list and read starts from `visible`, so that totals never count items hidden from the caller.
 */
@Injectable()
export class AccessService {
  constructor(private readonly decisions: ScopeDecisionCache) {}

  /** The caller's view, for queries over several kinds of items and for SQL that is built later. */
  async view(actor: Actor): Promise<View> {
    return new View(actor, actor.isAdmin ? UNBOUND : await this.decisions.of(actor.roleIds, 'view'));
  }

  /** SQL condition for the rows of `alias` that the caller may see; see `View`. */
  async visible(actor: Actor, type: ItemType, alias: string, parameters: Parameters): Promise<string> {
    return (await this.view(actor)).visible(type, alias, parameters);
  }

  /** Whether the caller may perform `action` on the item. `create` means creating something of `type` inside the item. */
  async allows(actor: Actor, action: Action, type: ItemType, item: Guarded): Promise<boolean> {
    const isJudged = !actor.isAdmin && item.scopeId !== null;
    return judge(actor, action, type, item, isJudged ? await this.decisions.of(actor.roleIds, action) : UNBOUND);
  }

  /** @throws Problem 403 */
  async require(actor: Actor, action: Action, type: ItemType, item: Guarded): Promise<void> {
    if (!(await this.allows(actor, action, type, item))) forbidden();
  }

  /** For rights that do not depend on an item, such as creating a book. @throws Problem 403 */
  requireRole(actor: Actor, permission: string): void {
    if (!can(actor, permission)) forbidden();
  }

  /**
   * For records without overrides, such as comments and files: needs the right on all of them, or on the caller's own.
   * @param right without its suffix, e.g. `comment-update`
   * @param owner the user who created the record
   * @throws Problem 403
   */
  requireAllOrOwn(actor: Actor, right: string, owner: number | null): void {
    if (!can(actor, `${right}-all`) && !(owner === actor.id && can(actor, `${right}-own`))) forbidden();
  }
}

/** Decides one item that was already read, by the same rules as `permittedRows`. */
function judge(
  actor: Actor,
  action: Action,
  type: ItemType,
  { ownedBy, scopeId }: Guarded,
  decisions: ScopeDecisions,
): boolean {
  const isOwner = ownedBy === actor.id;
  if (!decide('unruled', reachOf(actor, action, type), isOwner)) return false;
  return actor.isAdmin || decide(decisions.of(scopeId), roleLevelOf(actor, action, type), isOwner);
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
}
