import { type Actor, can } from '@almanac/auth';
import { forbidden } from '@almanac/errors';
import { For } from '@almanac/web';
import { applyDecorators } from '@nestjs/common';
import type { ItemRights } from '../../../content/included/item-includes';
import { LibraryPage } from '../../../web/reader.guard';

/** A controller of forms that change the library. Visitors who have not logged in are sent to the log-in, and back afterwards. */
export const WritingPage = (path: string) => applyDecorators(LibraryPage(path), For('member'));

/** The member `permissions` of an answer. */
export const WITH_RIGHTS: ReadonlySet<'permissions'> = new Set(['permissions']);

/** @throws Problem 403, which the site shows as a page */
export function requirePermission(actor: Actor, permission: string): void {
  if (!can(actor, permission)) forbidden();
}

/** Returns the item when its rights include the action. @throws Problem 403 */
export function requireRight<Item extends { permissions?: ItemRights }>(item: Item, action: string): Item {
  return item.permissions?.[action] ? item : forbidden();
}
