const CLOSED = { inheriting: false, view: false, create: false, update: false, delete: false };

export default {
  name: 'own-access',
  steps: [
    { id: 'book', method: 'POST', path: '/api/books', json: { name: 'Access' }, save: { book: 'id' } },
    { id: 'page', method: 'POST', path: '/api/pages', json: { book_id: '{{book}}', name: 'Seen', html: '<p>a</p>' }, save: { page: 'id' } },
    { id: 'no-token', path: '/api/books', as: 'stranger', expectStatus: 401, alsoBody: { 'error.code': 401 } },
    { id: 'malformed-token', path: '/api/books', as: 'stranger', headers: { Authorization: 'Bearer x' }, expectStatus: 401 },
    { id: 'unknown-token', path: '/api/books', as: 'stranger', headers: { Authorization: 'Token a:b' }, expectStatus: 401 },
    { id: 'reader-reads', path: '/api/pages/{{page}}', as: 'reader', alsoBody: { name: 'Seen', book_id: '{{book}}' } },
    { id: 'reader-may-not-write', method: 'PUT', path: '/api/pages/{{page}}', as: 'reader', json: { name: 'x' }, expectStatus: 403 },
    { id: 'reader-may-not-delete', method: 'DELETE', path: '/api/books/{{book}}', as: 'reader', expectStatus: 403 },
    {
      id: 'writer-writes',
      method: 'PUT',
      path: '/api/pages/{{page}}',
      as: 'writer',
      json: { name: 'Changed' },
      alsoBody: { name: 'Changed' },
    },
    { id: 'close', method: 'PUT', path: '/api/content-permissions/book/{{book}}', json: { fallback_permissions: CLOSED } },
    { id: 'hidden-book', path: '/api/books/{{book}}', as: 'reader', expectStatus: 404, alsoBody: { 'error.code': 404 } },
    { id: 'hidden-page', path: '/api/pages/{{page}}', as: 'reader', expectStatus: 404, note: 'a page inherits from its book' },
    { id: 'hidden-in-lists', path: '/api/pages?filter[id]={{page}}', as: 'reader', alsoBody: { total: 0, data: [] } },
    { id: 'hidden-in-search', path: '/api/search?query=Changed', as: 'reader', alsoBody: { total: 0 } },
    { id: 'hidden-write', method: 'PUT', path: '/api/pages/{{page}}', as: 'writer', json: { name: 'x' }, expectStatus: 404 },
    { id: 'administrator-still-reads', path: '/api/pages/{{page}}', alsoBody: { name: 'Changed' } },
  ],
};
