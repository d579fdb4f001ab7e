import type { AccessRules, Thing } from '@almanac/testing';
import { book, chapter, type ContentWorld, page, shelf, tag, uploadedImage } from './kinds';

const byId = ({ id }: Thing): string => `filter[id]=${String(id)}`;
const named = (): object => ({ name: 'New name' });

/** Answers other services alone: whoever does not know the secret finds nothing there, and a bad token is refused as everywhere. */
const INTERNAL = { isPublic: true, success: 404 };

/**
 * Who may call what: a line for each route (docs/contributing.md, "A new route").
 * `needs` names a right, `on` the kind of object that the path or the list is about, `body` a valid one.
 */
export const ACCESS_RULES: AccessRules<ContentWorld> = {
  'GET /healthz': { isPublic: true },
  'GET /readyz': { isPublic: true },
  'GET /internal/users/:id': INTERNAL,
  'POST /internal/tokens/introspect': INTERNAL,

  'GET /api/books': { on: book, query: byId },
  'POST /api/books': { needs: 'book-create-all', body: named },
  'GET /api/books/:id': { on: book },
  'PUT /api/books/:id': { on: book, needs: 'book-update', body: named },
  'DELETE /api/books/:id': { on: book, needs: 'book-delete' },

  'GET /api/chapters': { on: chapter, query: byId },
  'POST /api/chapters': { on: book, needs: 'chapter-create', body: ({ id }) => ({ book_id: id, name: 'New' }) },
  'GET /api/chapters/:id': { on: chapter },
  'PUT /api/chapters/:id': { on: chapter, needs: 'chapter-update', body: named },
  'DELETE /api/chapters/:id': { on: chapter, needs: 'chapter-delete' },

  'GET /api/content-permissions/:contentType/:contentId': { on: page, needs: 'restrictions-manage' },
  'PUT /api/content-permissions/:contentType/:contentId': { on: page, needs: 'restrictions-manage', body: () => ({}) },

  'GET /api/pages': { on: page, query: byId },
  'POST /api/pages': { on: book, needs: 'page-create', body: ({ id }) => ({ book_id: id, name: 'New', html: '<p>New</p>' }) },
  'GET /api/pages/:id': { on: page },
  'PUT /api/pages/:id': { on: page, needs: 'page-update', body: named },
  'DELETE /api/pages/:id': { on: page, needs: 'page-delete' },

  'GET /api/shelves': { on: shelf, query: byId },
  'POST /api/shelves': { needs: 'bookshelf-create-all', body: named },
  'GET /api/shelves/:id': { on: shelf },
  'PUT /api/shelves/:id': { on: shelf, needs: 'bookshelf-update', body: named },
  'DELETE /api/shelves/:id': { on: shelf, needs: 'bookshelf-delete' },

  'GET /api/system': {},

  'GET /api/tags/names': { on: tag, query: ({ name }) => `filter[name]=${name}` },
  'GET /api/tags/values-for-name': { on: tag, query: ({ name }) => `name=${name}` },

  'GET /uploads/images/*path': { on: uploadedImage, isPublic: true },
};
