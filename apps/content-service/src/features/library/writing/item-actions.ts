import { type Actor, can, isAnonymous } from '@almanac/auth';
import type { ItemRights } from '../../../content/included/item-includes';
import type { ItemType } from '../../../content/kinds/item-kinds';

/** A link to a form. */
interface ItemAction {
  label: string;
  path: string;
}

const mayCreateSome = (actor: Actor, type: ItemType): boolean =>
  can(actor, `${type}-create-all`) || can(actor, `${type}-create-own`);

/** The forms that this reader may open for an item at this address, in the order of their use. */
export function actionsOn(type: ItemType, path: string, rights: ItemRights = {}, actor: Actor): ItemAction[] {
  if (isAnonymous(actor)) return [];
  const { update = false, create_page = false, create_chapter = false } = rights;
  const moves = (type === 'chapter' || type === 'page') && update && rights['delete'] === true;
  const offers: readonly (readonly [may: boolean, label: string, below: string])[] = [
    [type === 'bookshelf' && update && can(actor, 'book-create-all'), 'New book', 'create-book'],
    [create_page, 'New page', 'create-page'],
    [create_chapter, 'New chapter', 'create-chapter'],
    [update, 'Edit', 'edit'],
    [type === 'book' && update, 'Order', 'sort'],
    [(type === 'book' || type === 'page') && (update || can(actor, 'image-create-all')), 'Images', 'images'],
    [type === 'page' && update, 'Attachments', 'attachments'],
    [moves, 'Move', 'move'],
    [mayCreateSome(actor, type), 'Copy', 'copy'],
    [rights['manage_permissions'] === true, 'Permissions', 'permissions'],
    [rights['delete'] === true, 'Delete', 'delete'],
  ];
  return offers.flatMap(([may, label, below]) => (may ? [{ label, path: `${path}/${below}` }] : []));
}

/** The forms of a draft, which only its owner sees. */
export const draftActions = (path: string, rights: ItemRights = {}): ItemAction[] => [
  ...(rights['update'] === true ? [{ label: 'Edit', path: `${path}/edit` }] : []),
  ...(rights['delete'] === true ? [{ label: 'Delete', path: `${path}/delete` }] : []),
];

/** The link to the form of a new shelf or book, for those who may make one. */
export const newItem = (type: 'bookshelf' | 'book', actor: Actor): ItemAction[] => {
  if (isAnonymous(actor) || !can(actor, `${type}-create-all`)) return [];
  return [
    type === 'book' ? { label: 'New book', path: '/create-book' } : { label: 'New shelf', path: '/create-shelf' },
  ];
};

interface RecentBook {
  name: string;
  slug: string;
  permissions?: ItemRights;
}

/** The forms that a member may begin: a page in the first of these books that takes one, a book, a shelf and an event. */
export function beginnings(books: readonly RecentBook[], actor: Actor): (ItemAction & { place?: string })[] {
  const open = books.find(({ permissions }) => permissions?.['create_page'] === true);
  return [
    ...(open ? [{ label: 'New page in', place: open.name, path: `/books/${open.slug}/create-page` }] : []),
    ...newItem('book', actor),
    ...newItem('bookshelf', actor),
    ...(!isAnonymous(actor) && can(actor, 'event-create')
      ? [{ label: 'New event', path: '/events/community/add' }]
      : []),
  ];
}
