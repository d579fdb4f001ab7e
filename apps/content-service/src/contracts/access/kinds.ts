import { selectComputed, sql } from '@almanac/database';
import type { Kind, MatrixWorld, Thing } from '@almanac/testing';
import type { ItemType } from '../../content/kinds/item-kinds';
import type { ContentApp } from '../../testing/content-app';
import type { Person } from '../../testing/given';

/** The app and the people that objects are created with. */
export interface ContentWorld extends MatrixWorld {
  app: ContentApp;
  owner: Person;
  admin: Person;
}

type Make = (app: ContentApp, ownedBy: number) => Promise<{ id: number; name: string }>;

const NOTHING = { inheriting: false, view: false, create: false, update: false, delete: false };

/** Items belong to the owner; overrides hide them from everybody except administrators. */
function item(contentType: ItemType, make: Make): Kind<ContentWorld> {
  const visible = async ({ app, owner }: ContentWorld): Promise<Thing> => {
    const { id, name } = await make(app, owner.id);
    return { id, name, contentType, contentId: id };
  };
  const hidden = async (world: ContentWorld): Promise<Thing> => {
    const thing = await visible(world);
    const address = `/api/content-permissions/${contentType}/${String(thing['id'])}`;
    const { status } = await world.app.api.as(world.admin).put(address, { fallback_permissions: NOTHING });
    if (status !== 200) throw new Error(`PUT ${address} answered ${status}`);
    return thing;
  };
  return { visible, hidden, view: `${contentType}-view` };
}

export const shelf = item('bookshelf', (app, ownedBy) => app.given.shelf({ ownedBy }));
export const book = item('book', (app, ownedBy) => app.given.book({ ownedBy }));
export const chapter = item('chapter', (app, ownedBy) => app.given.chapter({ ownedBy }));
export const page = item('page', (app, ownedBy) => app.given.page({ ownedBy }));

/** The tag of a book; it is hidden together with the book. */
export const tag: Kind<ContentWorld> = (() => {
  const tagOf = async ({ app }: ContentWorld, { id }: Thing): Promise<Thing> => {
    const name = `Tag of ${String(id)}`;
    await app.database.query(`INSERT INTO tags (book_id, name, value) VALUES ($1, $2, 'x')`, [id, name]);
    return { name };
  };
  const { visible, hidden = visible } = book;
  return {
    visible: async (world) => tagOf(world, await visible(world)),
    hidden: async (world) => tagOf(world, await hidden(world)),
    view: 'book-view',
  };
})();

/** A book in the recycle bin. All callers who may list the bin see it. */
export const deletion: Kind<ContentWorld> = {
  async visible(world) {
    const { id, name } = await book.visible(world);
    await world.app.api.as(world.admin).delete(`/api/books/${String(id)}`);
    const [row] = await world.app.database.query(
      sql`SELECT ${selectComputed<{ id: number }>({ id: 'max(id)' })} FROM deletions`,
    );
    return { name, id: row?.id, deletionId: row?.id };
  },
};
