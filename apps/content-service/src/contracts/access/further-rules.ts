import type { AccessRules, Kind, Thing } from '@almanac/testing';
import { archiveOf, uploadArchive } from '../../testing/archives';
import { idOf } from '../../testing/answers';
import { picture } from '../../testing/uploads';
import { attachment } from './asset-kinds';
import { book, chapter, type ContentWorld, page } from './kinds';

/** An object, and the place that a request moves it to. */
function withTarget(kind: Kind<ContentWorld>, target: Kind<ContentWorld>): Kind<ContentWorld> {
  return {
    visible: async (world) => ({ ...(await kind.visible(world)), target: (await target.visible(world)).id }),
    view: [kind.view ?? [], target.view ?? []].flat(),
  };
}

const toBook = ({ target }: Thing): object => ({ book_id: target });
const toChapter = ({ target }: Thing): object => ({ chapter_id: target });

/** A waiting import of the administrator, whose book has contents of every kind. */
const fullImport: Kind<ContentWorld> = {
  async visible({ app, admin }) {
    const files = { images: [{ name: 'i', file: 'i', type: 'gallery' }], attachments: [{ name: 'a', file: 'a' }] };
    const data = { book: { name: 'Full', chapters: [{ name: 'c', pages: [{ name: 'p', ...files }] }] } };
    const { body } = await uploadArchive(app, admin, await archiveOf(data, { i: await picture(), a: 'x' }));
    return { name: 'Full', id: idOf(body) };
  },
  view: 'settings-manage',
};

/** Requests of one route that need more rights than others, named by the route and a difference. */
export const FURTHER_RULES: AccessRules<ContentWorld> = {
  'PUT /api/chapters/:id to another book': {
    on: withTarget(chapter, book),
    needs: ['chapter-update', 'chapter-delete', 'chapter-create'],
    body: toBook,
  },
  'PUT /api/pages/:id to another book': {
    on: withTarget(page, book),
    needs: ['page-update', 'page-delete', 'page-create'],
    body: toBook,
  },
  'PUT /api/pages/:id to a chapter': {
    on: withTarget(page, chapter),
    needs: ['page-update', 'page-delete', 'page-create'],
    body: toChapter,
  },
  'PUT /api/pages/:id as a template': {
    on: page,
    needs: ['page-update', 'templates-manage'],
    body: () => ({ template: true }),
  },
  'POST /api/pages in a chapter': {
    on: chapter,
    needs: 'page-create',
    makes: 'page-view',
    body: ({ id }) => ({ chapter_id: id, name: 'New', html: '<p>New</p>' }),
  },
  'PUT /api/attachments/:id to another page': {
    on: withTarget(attachment, page),
    needs: ['attachment-update', 'page-update'],
    body: ({ target }) => ({ uploaded_to: target }),
  },
  'POST /api/imports/:id with contents of every kind': {
    on: fullImport,
    requires: 'content-import',
    // The new pages are in the caller's own book.
    needs: ['book-create-all', 'chapter-create-all', 'page-create-own', 'image-create-all', 'attachment-create-all'],
  },
};
