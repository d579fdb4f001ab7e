import type { AccessRules, Thing } from '@almanac/testing';
import { attachment, comment, image, picture, revision, uploadedImage } from './asset-kinds';
import { smallestArchive, waitingImport, waitingRun } from './import-kinds';
import { EXACT } from './right-holders';
import { book, chapter, type ContentWorld, deletion, page, shelf, tag } from './kinds';
import { newEmail, role, someToken, sortRule, token, user } from './people-kinds';
import { delivery, newWebhook, webhook } from './webhook-kinds';

const byId = ({ id }: Thing): string => `filter[id]=${String(id)}`;
const named = (): object => ({ name: 'New name' });

const linked = ({ id }: Thing): object => ({ uploaded_to: id, name: 'New', link: 'https://example.com' });

const exported = { requires: 'content-export', params: { format: 'html' } };

const recycleBin = { requires: ['settings-manage', 'restrictions-manage-all'] };

/** Users manage their own tokens; `users-manage` is required for the tokens of others. */
const tokens = { requires: 'users-manage' };

const webhooks = { on: webhook, requires: 'settings-manage' };
/** Messages are for the owner alone; the administrator owns these webhooks. */
const messages = { ...webhooks, except: { [EXACT]: 403 } };
const deliveries = { ...messages, on: delivery };

/** Imports of other users need `settings-manage` too. `content-import` is checked before the look-up. */
const imports = { on: waitingImport, requires: 'content-import' };

/** For other services only: callers without the service secret get a 404, and an invalid token is refused as everywhere. */
const INTERNAL = { isPublic: true, success: 404 };

/** For browsers: everybody gets a page, and visitors who must log in first are redirected. API tokens are ignored. */
const PAGE = { isPublic: true };
const PAGE_OF_MEMBERS = { isPublic: true, success: 303 };
const DEAD_LINK = { isPublic: true, success: 404, params: { token: 'used-before' } };
/** Pages of the library and of the settings area. These callers ask for JSON, and get the answer of an unknown address. */
const HIDDEN_PAGE = { success: 404 };
/** A POST without the CSRF token of a form. */
const FORGED = { isPublic: true, success: 403 };

/**
 * The access rule of each route (docs/contributing.md, "A new route").
 * `requires` names permissions of the caller and `needs` permissions on the object.
 * `on` is the kind of object in the path, the list or the body.
 */
export const ACCESS_RULES: AccessRules<ContentWorld> = {
  'GET /': HIDDEN_PAGE,
  'POST /theme': { isPublic: true, success: 303, body: () => ({ theme: 'dark' }) },
  'GET /feed.atom': PAGE_OF_MEMBERS,
  'GET /books/:slug/feed.atom': PAGE_OF_MEMBERS,
  'GET /robots.txt': PAGE,
  'GET /sitemap.xml': { isPublic: true, success: 404 },
  'GET /manifest.webmanifest': PAGE,
  'GET /favicon.ico': PAGE,
  'GET /user_avatar.png': PAGE,
  'GET /shelves': HIDDEN_PAGE,
  'GET /shelves/:slug': HIDDEN_PAGE,
  'GET /books': HIDDEN_PAGE,
  'GET /books/:slug': HIDDEN_PAGE,
  'GET /books/:slug/export/:format': HIDDEN_PAGE,
  'GET /books/:book/:type/:slug/export/:format': HIDDEN_PAGE,
  'GET /books/:book/chapter/:slug': HIDDEN_PAGE,
  'GET /books/:book/page/:slug': HIDDEN_PAGE,
  'GET /books/:book/draft/:id': HIDDEN_PAGE,
  'GET /books/:book/page/:slug/revisions': HIDDEN_PAGE,
  'GET /books/:book/page/:slug/revisions/:revisionId': HIDDEN_PAGE,
  'GET /books/:book/page/:slug/comment': HIDDEN_PAGE,
  'POST /books/:book/page/:slug/comment': HIDDEN_PAGE,
  'GET /books/:book/page/:slug/comments/:id/archive': HIDDEN_PAGE,
  'POST /books/:book/page/:slug/comments/:id/archive': HIDDEN_PAGE,
  'GET /books/:book/page/:slug/comments/:id/edit': HIDDEN_PAGE,
  'POST /books/:book/page/:slug/comments/:id/edit': HIDDEN_PAGE,
  'GET /books/:book/page/:slug/comments/:id/delete': HIDDEN_PAGE,
  'POST /books/:book/page/:slug/comments/:id/delete': HIDDEN_PAGE,
  'GET /link/:id': HIDDEN_PAGE,
  'GET /search': HIDDEN_PAGE,
  'GET /search/suggestions': HIDDEN_PAGE,
  'GET /search/tag-values': HIDDEN_PAGE,
  'GET /tags': HIDDEN_PAGE,
  'GET /user/:slug': HIDDEN_PAGE,
  'GET /user/:slug/avatar.svg': PAGE_OF_MEMBERS,

  'GET /create-shelf': HIDDEN_PAGE,
  'POST /create-shelf': HIDDEN_PAGE,
  'GET /shelves/:slug/edit': HIDDEN_PAGE,
  'POST /shelves/:slug/edit': HIDDEN_PAGE,
  'GET /shelves/:slug/copy': HIDDEN_PAGE,
  'POST /shelves/:slug/copy': HIDDEN_PAGE,
  'GET /shelves/:slug/delete': HIDDEN_PAGE,
  'POST /shelves/:slug/delete': HIDDEN_PAGE,
  'GET /create-book': HIDDEN_PAGE,
  'POST /create-book': HIDDEN_PAGE,
  'GET /shelves/:slug/create-book': HIDDEN_PAGE,
  'POST /shelves/:slug/create-book': HIDDEN_PAGE,
  'GET /books/:slug/edit': HIDDEN_PAGE,
  'POST /books/:slug/edit': HIDDEN_PAGE,
  'GET /books/:slug/copy': HIDDEN_PAGE,
  'POST /books/:slug/copy': HIDDEN_PAGE,
  'GET /books/:slug/sort': HIDDEN_PAGE,
  'POST /books/:slug/sort': HIDDEN_PAGE,
  'GET /books/:slug/delete': HIDDEN_PAGE,
  'POST /books/:slug/delete': HIDDEN_PAGE,
  'GET /books/:book/create-chapter': HIDDEN_PAGE,
  'POST /books/:book/create-chapter': HIDDEN_PAGE,
  'GET /books/:book/chapter/:slug/edit': HIDDEN_PAGE,
  'POST /books/:book/chapter/:slug/edit': HIDDEN_PAGE,
  'GET /books/:book/chapter/:slug/move': HIDDEN_PAGE,
  'POST /books/:book/chapter/:slug/move': HIDDEN_PAGE,
  'GET /books/:book/chapter/:slug/copy': HIDDEN_PAGE,
  'POST /books/:book/chapter/:slug/copy': HIDDEN_PAGE,
  'GET /books/:book/chapter/:slug/delete': HIDDEN_PAGE,
  'POST /books/:book/chapter/:slug/delete': HIDDEN_PAGE,
  'GET /books/:book/create-page': HIDDEN_PAGE,
  'POST /books/:book/create-page': HIDDEN_PAGE,
  'GET /books/:book/chapter/:slug/create-page': HIDDEN_PAGE,
  'POST /books/:book/chapter/:slug/create-page': HIDDEN_PAGE,
  'POST /books/:book/preview': HIDDEN_PAGE,
  'GET /books/:book/draft/:id/edit': HIDDEN_PAGE,
  'POST /books/:book/draft/:id/edit': HIDDEN_PAGE,
  'GET /books/:book/draft/:id/delete': HIDDEN_PAGE,
  'POST /books/:book/draft/:id/delete': HIDDEN_PAGE,
  'GET /books/:book/page/:slug/edit': HIDDEN_PAGE,
  'POST /books/:book/page/:slug/edit': HIDDEN_PAGE,
  'GET /books/:book/page/:slug/move': HIDDEN_PAGE,
  'POST /books/:book/page/:slug/move': HIDDEN_PAGE,
  'GET /books/:book/page/:slug/copy': HIDDEN_PAGE,
  'POST /books/:book/page/:slug/copy': HIDDEN_PAGE,
  'GET /books/:book/page/:slug/delete': HIDDEN_PAGE,
  'POST /books/:book/page/:slug/delete': HIDDEN_PAGE,
  'GET /books/:slug/images': HIDDEN_PAGE,
  'GET /books/:book/page/:slug/images': HIDDEN_PAGE,
  'POST /books/:book/page/:slug/images': HIDDEN_PAGE,
  'GET /books/:book/page/:slug/attachments': HIDDEN_PAGE,
  'POST /books/:book/page/:slug/attachments': HIDDEN_PAGE,
  'POST /books/:book/page/:slug/attachments/sort': HIDDEN_PAGE,
  'GET /files/:kind/:id/edit': HIDDEN_PAGE,
  'POST /files/:kind/:id/edit': HIDDEN_PAGE,
  'GET /files/:kind/:id/delete': HIDDEN_PAGE,
  'POST /files/:kind/:id/delete': HIDDEN_PAGE,
  'GET /books/:book/page/:slug/revisions/:revisionId/restore': HIDDEN_PAGE,
  'POST /books/:book/page/:slug/revisions/:revisionId/restore': HIDDEN_PAGE,

  'GET /shelves/:slug/permissions': HIDDEN_PAGE,
  'POST /shelves/:slug/permissions': HIDDEN_PAGE,
  'GET /books/:slug/permissions': HIDDEN_PAGE,
  'POST /books/:slug/permissions': HIDDEN_PAGE,
  'GET /books/:book/chapter/:slug/permissions': HIDDEN_PAGE,
  'POST /books/:book/chapter/:slug/permissions': HIDDEN_PAGE,
  'GET /books/:book/page/:slug/permissions': HIDDEN_PAGE,
  'POST /books/:book/page/:slug/permissions': HIDDEN_PAGE,

  'GET /settings': HIDDEN_PAGE,
  'GET /settings/application': HIDDEN_PAGE,
  'POST /settings/application': HIDDEN_PAGE,
  'GET /settings/application/logo': HIDDEN_PAGE,
  'POST /settings/application/logo': HIDDEN_PAGE,
  'GET /settings/sort-rules': HIDDEN_PAGE,
  'GET /settings/sort-rules/new': HIDDEN_PAGE,
  'POST /settings/sort-rules/new': HIDDEN_PAGE,
  'GET /settings/sort-rules/:id': HIDDEN_PAGE,
  'POST /settings/sort-rules/:id': HIDDEN_PAGE,
  'GET /settings/sort-rules/:id/delete': HIDDEN_PAGE,
  'POST /settings/sort-rules/:id/delete': HIDDEN_PAGE,
  'GET /settings/users': HIDDEN_PAGE,
  'GET /settings/users/new': HIDDEN_PAGE,
  'POST /settings/users/new': HIDDEN_PAGE,
  'GET /settings/users/:id': HIDDEN_PAGE,
  'POST /settings/users/:id': HIDDEN_PAGE,
  'POST /settings/users/:id/invitation': HIDDEN_PAGE,
  'GET /settings/users/:id/delete': HIDDEN_PAGE,
  'POST /settings/users/:id/delete': HIDDEN_PAGE,
  'GET /settings/roles': HIDDEN_PAGE,
  'GET /settings/roles/new': HIDDEN_PAGE,
  'POST /settings/roles/new': HIDDEN_PAGE,
  'GET /settings/roles/:id': HIDDEN_PAGE,
  'POST /settings/roles/:id': HIDDEN_PAGE,
  'GET /settings/roles/:id/delete': HIDDEN_PAGE,
  'POST /settings/roles/:id/delete': HIDDEN_PAGE,
  'GET /settings/audit-log': HIDDEN_PAGE,
  'GET /settings/imports': HIDDEN_PAGE,
  'POST /settings/imports': HIDDEN_PAGE,
  'GET /settings/imports/:importId': HIDDEN_PAGE,
  'POST /settings/imports/:importId': HIDDEN_PAGE,
  'GET /settings/imports/:importId/run': HIDDEN_PAGE,
  'GET /settings/imports/:importId/cancel': HIDDEN_PAGE,
  'POST /settings/imports/:importId/cancel': HIDDEN_PAGE,
  'GET /settings/imports/:importId/delete': HIDDEN_PAGE,
  'POST /settings/imports/:importId/delete': HIDDEN_PAGE,
  'GET /settings/jobs': HIDDEN_PAGE,
  'POST /settings/jobs/:service/:jobId/retry': HIDDEN_PAGE,
  'GET /settings/recycle-bin': HIDDEN_PAGE,
  'GET /settings/recycle-bin/empty': HIDDEN_PAGE,
  'POST /settings/recycle-bin/empty': HIDDEN_PAGE,
  'GET /settings/recycle-bin/:deletionId/restore': HIDDEN_PAGE,
  'POST /settings/recycle-bin/:deletionId/restore': HIDDEN_PAGE,
  'GET /settings/recycle-bin/:deletionId/destroy': HIDDEN_PAGE,
  'POST /settings/recycle-bin/:deletionId/destroy': HIDDEN_PAGE,
  'GET /settings/unused-images': HIDDEN_PAGE,
  'POST /settings/unused-images': HIDDEN_PAGE,
  'GET /settings/unused-images/delete': HIDDEN_PAGE,
  'POST /settings/unused-images/delete': HIDDEN_PAGE,
  'GET /settings/tokens': HIDDEN_PAGE,
  'GET /settings/tokens/:userId/:tokenId/revoke': HIDDEN_PAGE,
  'POST /settings/tokens/:userId/:tokenId/revoke': HIDDEN_PAGE,
  'GET /settings/webhooks': HIDDEN_PAGE,
  'GET /settings/webhooks/new': HIDDEN_PAGE,
  'POST /settings/webhooks/new': HIDDEN_PAGE,
  'GET /settings/webhooks/:id': HIDDEN_PAGE,
  'POST /settings/webhooks/:id': HIDDEN_PAGE,
  'GET /settings/webhooks/:id/secret': HIDDEN_PAGE,
  'POST /settings/webhooks/:id/secret': HIDDEN_PAGE,
  'POST /settings/webhooks/:id/test': HIDDEN_PAGE,
  'GET /settings/webhooks/:id/delete': HIDDEN_PAGE,
  'POST /settings/webhooks/:id/delete': HIDDEN_PAGE,
  'GET /settings/webhooks/:webhookId/deliveries': HIDDEN_PAGE,
  'GET /settings/webhooks/:webhookId/deliveries/:deliveryId': HIDDEN_PAGE,
  'POST /settings/webhooks/:webhookId/deliveries/:deliveryId/redeliver': HIDDEN_PAGE,

  'GET /healthz': { isPublic: true },
  'GET /readyz': { isPublic: true },
  'GET /internal/users/:id': INTERNAL,
  'GET /internal/users/:id/rights': INTERNAL,
  'POST /internal/tokens/introspect': INTERNAL,
  'POST /internal/webhooks/events': INTERNAL,
  'POST /internal/sessions': INTERNAL,
  'PUT /internal/sessions': INTERNAL,
  'GET /internal/site': INTERNAL,

  'GET /login': PAGE,
  'POST /login': FORGED,
  'POST /logout': FORGED,
  'GET /password/email': PAGE,
  'POST /password/email': FORGED,
  'GET /password/reset/:token': DEAD_LINK,
  'POST /password/reset/:token': { ...FORGED, params: DEAD_LINK.params },
  'GET /register/invite/:token': DEAD_LINK,
  'POST /register/invite/:token': { ...FORGED, params: DEAD_LINK.params },
  'GET /mfa/verify': PAGE_OF_MEMBERS,
  'POST /mfa/verify': PAGE_OF_MEMBERS,
  'GET /mfa/setup': PAGE_OF_MEMBERS,
  'POST /mfa/setup': PAGE_OF_MEMBERS,
  'GET /mfa/backup-codes': PAGE_OF_MEMBERS,
  'POST /mfa/backup-codes': PAGE_OF_MEMBERS,
  'GET /mfa/new-codes': PAGE_OF_MEMBERS,
  'GET /mfa/remove': PAGE_OF_MEMBERS,
  'POST /mfa/remove': PAGE_OF_MEMBERS,
  'GET /my-account': PAGE_OF_MEMBERS,
  'POST /my-account': PAGE_OF_MEMBERS,
  'GET /my-account/security': PAGE_OF_MEMBERS,
  'POST /my-account/security': PAGE_OF_MEMBERS,
  'GET /my-account/tokens': PAGE_OF_MEMBERS,
  'POST /my-account/tokens': PAGE_OF_MEMBERS,
  'GET /my-account/tokens/new': PAGE_OF_MEMBERS,
  'GET /my-account/tokens/:id/revoke': { ...PAGE_OF_MEMBERS, params: { id: '1' } },
  'POST /my-account/tokens/:id/revoke': { ...PAGE_OF_MEMBERS, params: { id: '1' } },

  'GET /logo.png': { isPublic: true },
  'GET /api': { isPublic: true, success: 302 },
  'GET /api/docs': { isPublic: true, except: { anonymous: 302 } },
  'GET /api/docs.json': {},
  'GET /api/openapi.json': {},
  'GET /api/docs/download': {},

  'GET /api/attachments': { on: attachment, query: byId },
  'POST /api/attachments': { on: page, requires: 'attachment-create-all', needs: 'page-update', body: linked },
  'GET /api/attachments/:id': { on: attachment },
  'PUT /api/attachments/:id': { on: attachment, needs: ['attachment-update', 'page-update'], body: named },
  'DELETE /api/attachments/:id': { on: attachment, needs: 'attachment-delete' },
  'GET /attachments/:id': { on: attachment, success: 302 },

  'GET /api/audit-log': { requires: ['settings-manage', 'users-manage'] },

  'GET /api/books': { on: book, query: byId },
  'POST /api/books': { requires: 'book-create-all', makes: 'book-view', body: named },
  'GET /api/books/:id': { on: book },
  'PUT /api/books/:id': { on: book, needs: 'book-update', body: named },
  'DELETE /api/books/:id': { on: book, needs: 'book-delete' },
  'GET /api/books/:id/contents': { on: book },
  'GET /api/books/:id/export/:format': { on: book, ...exported },

  'GET /api/chapters': { on: chapter, query: byId },
  'POST /api/chapters': {
    on: book,
    needs: 'chapter-create',
    makes: 'chapter-view',
    body: ({ id }) => ({ book_id: id, name: 'New' }),
  },
  'GET /api/chapters/:id': { on: chapter },
  'PUT /api/chapters/:id': { on: chapter, needs: 'chapter-update', body: named },
  'DELETE /api/chapters/:id': { on: chapter, needs: 'chapter-delete' },
  'GET /api/chapters/:id/export/:format': { on: chapter, ...exported },

  'GET /api/comments': { on: comment, query: byId },
  'POST /api/comments': {
    on: page,
    requires: 'comment-create-all',
    body: ({ id }) => ({ page_id: id, html: '<p>New</p>' }),
  },
  'GET /api/comments/:id': { on: comment },
  'PUT /api/comments/:id': { on: comment, needs: 'comment-update', body: () => ({ html: '<p>New</p>' }) },
  'DELETE /api/comments/:id': { on: comment, needs: 'comment-delete' },

  'GET /api/content-permissions/:contentType/:contentId': { on: page, needs: 'restrictions-manage' },
  'PUT /api/content-permissions/:contentType/:contentId': { on: page, needs: 'restrictions-manage', body: () => ({}) },

  'GET /api/image-gallery': { on: image, query: byId },
  'POST /api/image-gallery': { on: page, requires: 'image-create-all', body: picture },
  // Callers who know the address of an image may read it, even if its page is hidden (content-behaviour §14).
  'GET /api/image-gallery/url/data': { on: image, hidden: 200, query: ({ url }) => `url=${String(url)}` },
  'GET /api/image-gallery/:id': { on: image },
  'GET /api/image-gallery/:id/data': { on: image },
  'GET /api/image-gallery/:id/original': { on: image, needs: 'image-update' },
  'PUT /api/image-gallery/:id': { on: image, needs: 'image-update', body: named },
  'DELETE /api/image-gallery/:id': { on: image, needs: 'image-delete' },

  'GET /api/imports': { ...imports, query: byId },
  'POST /api/imports': { requires: 'content-import', body: smallestArchive },
  'GET /api/imports/:id': imports,
  'POST /api/imports/:id': { ...imports, needs: 'book-create-all' },
  'DELETE /api/imports/:id': imports,
  'GET /api/imports/:id/run': { ...imports, on: waitingRun },
  'DELETE /api/imports/:id/run': { ...imports, on: waitingRun },

  'GET /api/jobs': { requires: 'settings-manage' },
  'POST /api/jobs/:service/:job/retry': {
    requires: 'settings-manage',
    params: { service: 'content', job: '1' },
    success: 404,
  },

  'GET /api/pages': { on: page, query: byId },
  'POST /api/pages': {
    on: book,
    needs: 'page-create',
    makes: 'page-view',
    body: ({ id }) => ({ book_id: id, name: 'New', html: '<p>New</p>' }),
  },
  'GET /api/pages/:id': { on: page },
  'PUT /api/pages/:id': { on: page, needs: 'page-update', body: named },
  'DELETE /api/pages/:id': { on: page, needs: 'page-delete' },
  'GET /api/pages/:id/export/:format': { on: page, ...exported },
  'GET /api/pages/:id/revisions': { on: revision, requires: 'revision-view-all' },
  'GET /api/pages/:id/revisions/:revisionId': { on: revision, requires: 'revision-view-all' },
  'GET /api/pages/:id/revisions/:revisionId/diff': { on: revision, requires: 'revision-view-all' },
  'POST /api/pages/:id/revisions/:revisionId/restore': {
    on: revision,
    requires: 'revision-view-all',
    needs: 'page-update',
  },
  'DELETE /api/pages/:id/revisions/:revisionId': { on: revision, requires: 'revision-view-all', needs: 'page-delete' },

  'GET /api/recycle-bin': { on: deletion, ...recycleBin, query: byId },
  'PUT /api/recycle-bin/:deletionId': { on: deletion, ...recycleBin },
  'DELETE /api/recycle-bin/:deletionId': { on: deletion, ...recycleBin, success: 200 },

  'GET /api/roles': { on: role, requires: 'user-roles-manage', query: byId },
  'POST /api/roles': { requires: 'user-roles-manage', body: () => ({ display_name: 'New role' }) },
  'GET /api/roles/:id': { on: role, requires: 'user-roles-manage' },
  'PUT /api/roles/:id': { on: role, requires: 'user-roles-manage', body: () => ({ description: 'Changed' }) },
  'DELETE /api/roles/:id': { on: role, requires: 'user-roles-manage' },

  'GET /api/search': { on: page, query: ({ name }) => `query=${encodeURIComponent(`"${name}"`)}` },

  'GET /api/settings': { requires: 'settings-manage' },
  'PUT /api/settings': { requires: 'settings-manage', body: () => ({ default_editor: 'wysiwyg' }) },

  'GET /api/shelves': { on: shelf, query: byId },
  'POST /api/shelves': { requires: 'bookshelf-create-all', makes: 'bookshelf-view', body: named },
  'GET /api/shelves/:id': { on: shelf },
  'PUT /api/shelves/:id': { on: shelf, needs: 'bookshelf-update', body: named },
  'DELETE /api/shelves/:id': { on: shelf, needs: 'bookshelf-delete' },

  'GET /api/sort-rules': { on: sortRule, query: byId },
  'POST /api/sort-rules': { requires: 'settings-manage', body: () => ({ name: 'New', operations: ['name_asc'] }) },
  'GET /api/sort-rules/:id': { on: sortRule },
  'PUT /api/sort-rules/:id': { on: sortRule, requires: 'settings-manage', body: named },
  'DELETE /api/sort-rules/:id': { on: sortRule, requires: 'settings-manage' },

  'GET /api/system': {},

  'GET /api/tags/names': { on: tag, query: ({ name }) => `filter[name]=${name}` },
  'GET /api/tags/values-for-name': { on: tag, query: ({ name }) => `name=${name}` },

  'GET /api/tokens': { requires: 'users-manage' },
  'DELETE /api/tokens/:id': { on: someToken, requires: 'users-manage' },

  'GET /api/users': { on: user, requires: 'users-manage', query: byId },
  'POST /api/users': { requires: 'users-manage', body: () => ({ name: 'New', email: newEmail() }) },
  'GET /api/users/me': {},
  'GET /api/users/:id': { on: user, requires: 'users-manage' },
  'PUT /api/users/:id': { on: user, requires: 'users-manage', body: named },
  'DELETE /api/users/:id': { on: user, requires: 'users-manage' },
  // No mail server is configured here.
  'POST /api/users/:id/invitation': { on: user, requires: 'users-manage', success: 409 },

  'GET /api/users/:id/tokens': { on: token, ...tokens, except: { owner: 200 } },
  'POST /api/users/:id/tokens': { on: token, ...tokens, except: { owner: 200 }, body: named },
  'PUT /api/users/:id/tokens/:tokenId': { on: token, ...tokens, except: { owner: 200 }, body: named },
  'DELETE /api/users/:id/tokens/:tokenId': { on: token, ...tokens, except: { owner: 204 } },

  'GET /api/webhooks': { ...webhooks, query: byId },
  'POST /api/webhooks': { requires: 'settings-manage', body: () => newWebhook('New') },
  'GET /api/webhooks/:id': webhooks,
  'PUT /api/webhooks/:id': { ...webhooks, body: named },
  'DELETE /api/webhooks/:id': webhooks,
  'POST /api/webhooks/:id/secret': messages,
  'POST /api/webhooks/:id/test': messages,
  'GET /api/webhooks/:id/deliveries': messages,
  'GET /api/webhooks/:id/deliveries/:deliveryId': deliveries,
  'POST /api/webhooks/:id/deliveries/:deliveryId/redeliver': deliveries,

  'GET /uploads/images/*path': { on: uploadedImage, isPublic: true },
};
