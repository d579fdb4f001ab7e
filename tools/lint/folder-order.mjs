import { readdirSync } from 'node:fs';

/** The folders of a layer from the lowest up: each imports only itself and those before it. `.` stands for the files that lie in the layer itself. */
export const FOLDER_ORDER = {
  'apps/content-service/src/content': [
    '.',
    'kinds',
    'access',
    'tallies',
    'accounts',
    'activity',
    'comments',
    'item-fields',
    'items',
    'settings',
    'slugs',
    'sorting',
    'content-tree',
    'cross-references',
    'files',
    'images',
    'included',
    'trash',
  ],
  'apps/content-service/src/text': ['.', 'tree', 'filters', 'includes', 'formats', 'page', 'rendering'],
  'apps/calendar-service/src/calendar': [
    '.',
    'addresses',
    'slugs',
    'cost',
    'database',
    'time-zones',
    'dates',
    'date-window',
    'publication',
    'description',
    'rendering',
    'parameters',
    'icalendar',
    'images',
    'json-ld',
    'lists',
    'places',
    'tallies',
    'tickets',
    'users',
  ],
  'apps/calendar-service/src/records': ['record', 'access', 'changes', 'queries', 'writing', '.', 'tasks'],
  'apps/calendar-service/src/features/events': ['dates', 'rows', 'passwords', 'series', 'presenter', 'listing', '.'],
  'apps/gateway/src': ['routing', 'upstream', 'openapi', 'problem-page', 'proxy', '.'],
};

const ONLY_TESTS = ['testing', 'contracts', 'growth'];

/** One lint zone for each folder. @throws Error when a folder has no place in the order */
export const folderZones = () =>
  Object.entries(FOLDER_ORDER).flatMap(([layer, order]) => {
    const found = readdirSync(layer, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const missing = found.map(({ name }) => name).filter((name) => !ONLY_TESTS.includes(name) && !order.includes(name));
    if (missing.length > 0)
      throw new Error(`${missing.join(', ')} of ${layer} need a place in tools/lint/folder-order.mjs`);
    return order
      .slice(0, -1)
      .map((folder, index) => ({
        target: filesOf(layer, folder),
        // `.` cannot be forbidden by a folder; tools/structure/structure.spec.ts finds these circles.
        from: order
          .slice(index + 1)
          .filter((above) => above !== '.')
          .map((above) => `./${layer}/${above}`),
        message: `${folder} lies below it (tools/lint/folder-order.mjs).`,
      }))
      .filter(({ from }) => from.length > 0);
  });

const filesOf = (layer, folder) =>
  folder === '.' ? `./${layer}/!(*.spec|*.module).ts` : `./${layer}/${folder}/**/!(*.spec).ts`;
