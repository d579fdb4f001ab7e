import { type Actor, can } from '@almanac/auth';
import { forbidden } from '@almanac/errors';
import type { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import type { ItemType } from '../content-tree/content-item';
import type { Action } from './action';
import { decide } from './evaluate';
import { permittedRows } from './permitted-rows';
import { reachOf, roleLevelOf } from './role-level';
import { NOTHING_JUDGED, Rulings } from './rulings';
import { ScopeRulings } from './scope-rulings';

/** What the rules need to know of an item. */
export interface Guarded {
  ownedBy: number | null;
  /** Its permission scope; null only when neither it nor anything above it has overrides. */
  scopeId: number | null;
}

/** Overrides do not bind administrators, so nothing need be looked up for them. */
const UNBOUND = new Rulings(NOTHING_JUDGED);

/**
 * Who may do what to which item (content-behaviour §11.2).
 * Every list and read starts from `visible`, so that totals never count what the caller may not see.
 */
@Injectable()
export class AccessService {
  constructor(private readonly rulings: ScopeRulings) {}

  /** What the caller sees, for queries that look at several kinds of items or are put together later. */
  async view(actor: Actor): Promise<View> {
    return new View(actor, actor.isAdmin ? UNBOUND : await this.rulings.of(actor.roleIds, 'view'));
  }

  /** SQL condition for the rows of `alias` that the caller may see; see `View`. */
  async visible(actor: Actor, type: ItemType, alias: string, parameters: Parameters): Promise<string> {
    return (await this.view(actor)).visible(type, alias, parameters);
  }

  /** Whether the caller may do this to the item; `create` asks about making something of `type` inside the item. */
  async allows(actor: Actor, action: Action, type: ItemType, item: Guarded): Promise<boolean> {
    const isJudged = !actor.isAdmin && item.scopeId !== null;
    return judge(actor, action, type, item, isJudged ? await this.rulings.of(actor.roleIds, action) : UNBOUND);
  }

  /** @throws Problem 403 */
  async require(actor: Actor, action: Action, type: ItemType, item: Guarded): Promise<void> {
    if (!(await this.allows(actor, action, type, item))) forbidden();
  }

  /** For rights that no item can change, such as making a book. @throws Problem 403 */
  requireRole(actor: Actor, permission: string): void {
    if (!can(actor, permission)) forbidden();
  }

  /**
   * For what overrides do not reach, such as comments and files: the right on all of them, or on one's own.
   * @param right without its reach, e.g. `comment-update`
   * @param owner who made it
   * @throws Problem 403
   */
  requireAllOrOwn(actor: Actor, right: string, owner: number | null): void {
    if (!can(actor, `${right}-all`) && !(owner === actor.id && can(actor, `${right}-own`))) forbidden();
  }
}

/** Whether rulings and rights let the caller do this to an item: `permittedRows` for a single item that was already read. */
function judge(actor: Actor, action: Action, type: ItemType, { ownedBy, scopeId }: Guarded, rulings: Rulings): boolean {
  const isOwner = ownedBy === actor.id;
  if (!decide('unruled', reachOf(actor, action, type), isOwner)) return false;
  return actor.isAdmin || decide(rulings.of(scopeId), roleLevelOf(actor, action, type), isOwner);
}

/** What one caller sees at this moment. */
export class View {
  constructor(
    private readonly actor: Actor,
    private readonly rulings: Rulings,
  ) {}

  /** SQL condition for the rows of `alias`: not deleted, permitted, and no one else's draft. */
  visible(type: ItemType, alias: string, parameters: Parameters): string {
    const conditions = [`${alias}.deleted_at IS NULL`, permittedRows(this.actor, 'view', { type, alias }, this.rulings, parameters)];
    if (type === 'page') conditions.push(`(NOT ${alias}.draft OR ${alias}.owned_by = ${parameters.add(this.actor.id)})`);
    return conditions.join(' AND ');
  }
}
