import { endpoint, type Group } from '../endpoint';

export const DOCS: Group = {
  name: 'docs',
  about: null,
  endpoints: [
    endpoint('GET', '/api/docs', 'display', 'Show this documentation as a page.'),
    endpoint(
      'GET',
      '/api/docs/download',
      'download',
      'Download the documentation as one HTML file, or as JSON with `format=json`.',
    ),
    endpoint('GET', '/api/docs.json', 'json', 'Read the documentation as JSON.'),
  ],
};

export const AUDIT_LOG: Group = {
  name: 'audit-log',
  about: 'What was done in the system, by whom and from where.',
  endpoints: [
    endpoint(
      'GET',
      '/api/audit-log',
      'list',
      'List the audit log. Needs the permissions to manage system settings and users, both of them.',
    ),
  ],
};

const OVERRIDES = '/api/content-permissions/{contentType}/{contentId}';
const GRANTS = ['view', 'create', 'update', 'delete'];

export const CONTENT_PERMISSIONS: Group = {
  name: 'content-permissions',
  about:
    'Permissions of one item that take the place of what roles grant everywhere. `contentType` is page, chapter, book or bookshelf.',
  endpoints: [
    endpoint('GET', OVERRIDES, 'read', 'Read what is overridden on an item; nothing is inherited here.'),
    endpoint('PUT', OVERRIDES, 'update', 'Override permissions of an item. What is left out stays as it is.', {
      owner_id: 'int',
      role_permissions: 'array',
      'role_permissions.*.role_id': 'required int exists:roles,id',
      ...Object.fromEntries(GRANTS.map((grant) => [`role_permissions.*.${grant}`, 'required boolean'])),
      fallback_permissions: 'nullable',
      'fallback_permissions.inheriting': 'required_with:fallback_permissions boolean',
      ...Object.fromEntries(
        GRANTS.map((grant) => [
          `fallback_permissions.${grant}`,
          'required_if:fallback_permissions.inheriting,false boolean',
        ]),
      ),
    }),
  ],
};

export const RECYCLE_BIN: Group = {
  name: 'recycle-bin',
  about:
    'Deleted items, by the one that was deleted itself. Needs the permissions to manage system settings and those of all content.',
  endpoints: [
    endpoint('GET', '/api/recycle-bin', 'list', 'List what was deleted.'),
    endpoint('PUT', '/api/recycle-bin/{deletionId}', 'restore', 'Restore a deleted item and what was deleted with it.'),
    endpoint(
      'DELETE',
      '/api/recycle-bin/{deletionId}',
      'destroy',
      'Remove a deleted item and what was deleted with it for good.',
    ),
  ],
};

export const SEARCH: Group = {
  name: 'search',
  about: null,
  endpoints: [
    endpoint('GET', '/api/search', 'all', 'Search shelves, books, chapters and pages.', {
      query: 'required',
      page: 'integer min:1',
      count: 'integer min:1 max:100',
    }),
  ],
};

export const SYSTEM: Group = {
  name: 'system',
  about: null,
  endpoints: [endpoint('GET', '/api/system', 'read', 'Read the version, the name and the address of this system.')],
};

export const TAGS: Group = {
  name: 'tags',
  about: 'Tags are changed through the items that they hang on; these endpoints tell how they are used.',
  endpoints: [
    endpoint('GET', '/api/tags/names', 'list-names', 'List the names of tags with how often each is used.'),
    endpoint(
      'GET',
      '/api/tags/values-for-name',
      'list-values',
      'List the values of one tag with how often each is used.',
      {
        name: 'required string',
      },
    ),
  ],
};
