import { ALL_PERMISSIONS } from '../../../content/access/permission-names';

/** One cell of the matrix: the permissions for an action on a kind. */
interface MatrixCell {
  readonly action: string;
  readonly grants: readonly { name: string; label: string }[];
}

interface MatrixTable {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly { kind: string; cells: readonly MatrixCell[] }[];
}

const KINDS: Readonly<Record<string, string>> = {
  bookshelf: 'Shelves',
  book: 'Books',
  chapter: 'Chapters',
  page: 'Pages',
  image: 'Images',
  attachment: 'Attachments',
  comment: 'Comments',
};
const CALENDAR_KINDS: Readonly<Record<string, string>> = {
  event: 'Events',
  venue: 'Venues',
  organizer: 'Organizers',
};
const ACTIONS = ['view', 'create', 'update', 'delete'];
const CALENDAR_ACTIONS = ['view-private', 'create', 'publish', 'update', 'delete'];

const SINGLE_LABELS: Readonly<Record<string, string>> = {
  'access-api': 'Use the API',
  'content-export': 'Export books, chapters and pages',
  'content-import': 'Import archives',
  'editor-change': 'Change the editor of a page',
  'receive-notifications': 'Receive notifications',
  'restrictions-manage-all': 'Manage the permissions of all items',
  'restrictions-manage-own': 'Manage the permissions of own items',
  'settings-manage': 'Manage the settings of the application',
  'templates-manage': 'Manage page templates',
  'user-roles-manage': 'Manage roles and their permissions',
  'users-manage': 'Manage users',
  'revision-view-all': 'View the revisions of pages',
  'event-category-manage': 'Manage event categories',
  'event-tag-manage': 'Manage event tags',
};

const known = new Set(ALL_PERMISSIONS);

/** The permissions of a cell: for all items and for own ones, or one for both. */
function cellOf(kind: string, action: string): MatrixCell {
  const base = `${kind}-${action}`;
  const grants = [
    { name: `${base}-all`, label: 'all' },
    { name: `${base}-own`, label: 'own' },
    { name: base, label: 'yes' },
  ];
  return { action, grants: grants.filter(({ name }) => known.has(name)) };
}

function tableOf(title: string, kinds: Readonly<Record<string, string>>, actions: readonly string[]): MatrixTable {
  const rows = Object.entries(kinds).map(([kind, label]) => ({
    kind: label,
    cells: actions.map((action) => cellOf(kind, action)),
  }));
  return { title, columns: actions.map((action) => readable(action)), rows };
}

const readable = (action: string): string => `${action[0]?.toUpperCase() ?? ''}${action.slice(1)}`.replace('-', ' ');

export const MATRIX: readonly MatrixTable[] = [
  tableOf('Library', KINDS, ACTIONS),
  tableOf('Calendar', CALENDAR_KINDS, CALENDAR_ACTIONS),
];

const inMatrix = new Set(
  MATRIX.flatMap(({ rows }) =>
    rows.flatMap(({ cells }) => cells.flatMap(({ grants }) => grants.map(({ name }) => name))),
  ),
);

/** The permissions beside the matrix, each with its label. */
export const SINGLE_PERMISSIONS = ALL_PERMISSIONS.filter((name) => !inMatrix.has(name)).map((name) => ({
  name,
  label: SINGLE_LABELS[name] ?? name,
}));
