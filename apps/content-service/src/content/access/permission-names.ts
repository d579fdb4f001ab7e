/** Every permission that a role can hold: the content API's (content-behaviour §12.1) and the calendar's. */
import { ITEM_TYPES } from '../kinds/item-kinds';

const ASSETS = ['image', 'attachment', 'comment'] as const;
const CALENDAR_RECORDS = ['event', 'venue', 'organizer'] as const;

const SYSTEM = [
  'access-api',
  'content-export',
  'content-import',
  'editor-change',
  'receive-notifications',
  'restrictions-manage-all',
  'restrictions-manage-own',
  'settings-manage',
  'templates-manage',
  'user-roles-manage',
  'users-manage',
];

const withScope = (names: readonly string[]): string[] => names.flatMap((name) => [`${name}-all`, `${name}-own`]);
const actionsOn = (type: string, actions: readonly string[]): string[] =>
  withScope(actions.map((action) => `${type}-${action}`));

const ITEMS = ITEM_TYPES.flatMap((type) => actionsOn(type, ['view', 'create', 'update', 'delete']));
const IMAGES = actionsOn('image', ['create', 'update', 'delete']);
const VIEWING = ITEM_TYPES.flatMap((type) => actionsOn(type, ['view']));

/** Seven permissions per kind of calendar record, and one per kind of term (calendar-behaviour §6). */
const CALENDAR = [
  ...CALENDAR_RECORDS.flatMap((type) => [
    `${type}-create`,
    `${type}-publish`,
    ...actionsOn(type, ['update', 'delete']),
    `${type}-view-private`,
  ]),
  'event-category-manage',
  'event-tag-manage',
];

/** The 62 names of the content API. */
export const CONTENT_PERMISSIONS: readonly string[] = [
  ...SYSTEM,
  ...ITEMS,
  'revision-view-all',
  ...ASSETS.flatMap((type) => actionsOn(type, ['create', 'update', 'delete'])),
];

export const ALL_PERMISSIONS: readonly string[] = [...CONTENT_PERMISSIONS, ...CALENDAR];

/** The roles of a fresh install with their permissions (content-behaviour §12.2). */
export const FRESH_INSTALL_ROLES = [
  {
    displayName: 'Admin',
    systemName: 'admin',
    description: 'Administrator of the whole application',
    permissions: ALL_PERMISSIONS,
  },
  {
    displayName: 'Editor',
    systemName: '',
    description: 'User can edit Books, Chapters & Pages',
    permissions: [...ITEMS, ...IMAGES, 'content-export', 'revision-view-all', ...CALENDAR],
  },
  {
    displayName: 'Viewer',
    systemName: '',
    description: 'User can view books & their content behind authentication',
    permissions: [...VIEWING, 'content-export', 'revision-view-all'],
  },
  {
    displayName: 'Public',
    systemName: 'public',
    description: 'The role given to public visitors if allowed',
    permissions: [...VIEWING, 'content-export', 'revision-view-all'],
  },
] as const;
