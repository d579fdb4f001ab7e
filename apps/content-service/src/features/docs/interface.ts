import path from 'node:path';
import { PROBLEM_TYPES } from '@almanac/errors';
import { Examples, type Interface, NamedSchema, record, type ServedRoute, TEXT, WHOLE } from '@almanac/openapi';

/** The kinds of objects, in the order of content-behaviour §20. */
const GROUPS: Readonly<Record<string, string>> = {
  docs: 'This documentation, as a page, as JSON, and as an OpenAPI document.',
  pages: 'A page holds text, as HTML or Markdown. It lies in a book or in a chapter.',
  chapters: 'A chapter groups pages of a book.',
  books: 'A book holds chapters and pages. Send its cover as the file `image` of a multipart/form-data request.',
  shelves: 'A shelf holds books, in the order of their ids in the request. A book may stand on several shelves.',
  attachments: 'An attachment is a file or a link of a page. Send files as multipart/form-data.',
  'audit-log': 'Changes of the system and its contents, with their users.',
  comments: 'A comment belongs to a page. `local_id` numbers the comments of a page; replies name their parent by it.',
  'content-permissions': 'Permissions of one item, which replace those of its roles.',
  'image-gallery': 'Images and drawings of pages. Callers who see the page see its images.',
  imports: 'A ZIP export that was uploaded and can be imported.',
  jobs: 'Background work: the queues of both services, and the jobs that failed.',
  'recycle-bin': 'Deleted items, which can be restored or removed for good.',
  roles: 'A role grants permissions to its users.',
  search: 'Search in all contents that the caller may see.',
  settings: 'Settings of this site that take effect at once. They win over the environment of the service.',
  'sort-rules': 'A sort rule numbers the chapters and pages of its books after each change.',
  system: 'Facts about this installation.',
  tags: 'Names and values of tags, with the number of their uses. Change tags through their items.',
  tokens: 'The API tokens of all users, for administrators.',
  users: 'People who can log in, and their API tokens.',
  webhooks: 'Messages about events, sent to addresses of your choice and signed by the rules of Standard Webhooks.',
};

export const GROUP_NAMES: readonly string[] = Object.keys(GROUPS);

/** The group of a route: the first segment below `/api`. */
export const groupOf = (path: string): string =>
  /^\/api\/([\w-]+)/.exec(path)?.[1]?.replace(/^openapi$/, 'docs') ?? 'docs';

export const aboutGroup = (name: string): string | null => GROUPS[name] ?? null;

/** The operation with its group: `pagesCreate`. */
export const operationName = ({ path, operation }: ServedRoute): string =>
  `${groupOf(path)}-${operation}`.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const FIELD_MESSAGES = { type: 'object', additionalProperties: { type: 'array', items: TEXT } };

const ERROR = record(
  {
    message: { ...TEXT, description: 'The error, for people' },
    code: { ...WHOLE, description: 'The status' },
    type: {
      ...TEXT,
      enum: Object.keys(PROBLEM_TYPES),
      description: 'The error for programs, the same in both services',
    },
  },
  {
    validation: { ...FIELD_MESSAGES, description: 'The faults of each field' },
    request_id: { ...TEXT, description: 'Id of the request, which the log has too' },
  },
);

/** Every error (content-behaviour §3.1). */
const PROBLEM = new NamedSchema('ContentError', { description: 'The error', ...record({ error: ERROR }) });

const EXAMPLES = Examples.read(path.join(__dirname, 'examples.json'));

/** The facts about this interface that hold for all its routes. */
export const contentInterface = (title: string, server: string): Interface => ({
  title,
  description: 'Shelves, books, chapters and pages, with their attachments, images, comments, tags and permissions.',
  server,
  problem: PROBLEM,
  refusals: ({ keys, takes, listing, query }) => [
    400,
    401,
    403,
    ...(keys.length > 0 || takes ? [404] : []),
    ...(takes || listing || query.length > 0 ? [422] : []),
  ],
  listHeaders: { 'X-Total-Count': 'Total', Link: 'Link' },
  isOpen: false,
  readers: {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-almanac-session',
      description: 'The session of a browser that is logged in. It only reads.',
    },
  },
  groups: GROUPS,
  groupOf,
  nameOf: operationName,
  keyNames: { contentType: 'itemType', contentId: 'itemId' },
  parameterExamples: PARAMETER_EXAMPLES,
  examples: EXAMPLES,
});

const PARAMETER_EXAMPLES = {
  include: 'html',
  job: '0b5e2c1a-7d3f-4c9e-8a61-5f2d9b7e4c30',
  name: 'Audience',
  query: 'keys {type:page}',
  service: 'content',
  url: 'https://docs.example/uploads/images/gallery/2031-05/plan.png',
};
