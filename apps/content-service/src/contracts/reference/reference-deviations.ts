/** A deliberate difference from a captured response, with the status of this project. docs/compatibility/library.md has the same list. */
export interface Deviation {
  why: string;
  /** Bodies are compared only when this is the captured status. */
  status: number;
  /** Members of our body in place of the captured ones. */
  members?: object;
  /** Members that differ. */
  ignore?: readonly string[];
}

const deviation = (status: number, why: string, rest: Pick<Deviation, 'members' | 'ignore'> = {}): Deviation => ({
  why,
  status,
  ...rest,
});

const tokenCounts = 'The token is used, cookies are ignored';
const strangersLearnNothing = 'Strangers do not learn which paths exist';
const malformed = 'Malformed input is the fault of the caller';
const ruleHolds = 'The documented rule holds on updates, too';
const unknownPath = 'An unknown path is a 404 in JSON';
const namesKind = 'A 404 names the kind of the item';
const lastOnes = 'The account and the roles that the system needs stay';
const malformedId = 'A malformed id is a 404';
const unknownKind = 'An unknown kind of item is a 404';
const unknownIds = 'The refusal names unknown ids';

/** For items and lists. */
export const ANSWERS: Readonly<Record<string, Deviation>> = {
  'auth-header-with-cookie-and-token': deviation(200, tokenCounts),
  'auth-invalid-session-cookie': deviation(401, tokenCounts),
  'auth-no-token-unknown-route': deviation(401, strangersLearnNothing),
  'books-create-bad-json': deviation(400, malformed),
  'books-create-charset-latin1': deviation(200, 'Bytes that are not UTF-8 become U+FFFD'),
  'books-create-invalid-tag-item': deviation(422, malformed),
  'books-update-invalid': deviation(422, ruleHolds),
  'chapters-update-move-missing-book': deviation(404, 'A missing new parent is a 404'),
  'content-permissions-read-bad-type': deviation(404, unknownKind),
  'content-permissions-read-shelf-alias': deviation(404, unknownKind),
  'image-gallery-update-file-wrong-type': deviation(422, 'Only an image replaces an image'),
  'list-sort-array': deviation(200, 'A `sort` that is no text is ignored'),
  'pages-create-invalid-tags': deviation(422, malformed),
  'pages-update-empty-name': deviation(422, ruleHolds),
  'pages-update-invalid': deviation(422, ruleHolds),
  'route-api-root': deviation(302, 'The root of the API leads to its description, not to the log-in'),
  'route-id-leading-number': deviation(404, malformedId),
  'route-id-not-numeric-import': deviation(404, malformedId),
  'route-unknown': deviation(404, unknownPath),
  'route-unknown-accept-html': deviation(404, unknownPath),
};

/** For users and roles. */
export const IDENTITY_ANSWERS: Readonly<Record<string, Deviation>> = {
  'roles-delete-admin': deviation(403, lastOnes),
  'roles-delete-public': deviation(403, lastOnes),
  'roles-update-admin': deviation(200, 'The administrator role keeps `access-api`', {
    members: {
      permissions: [
        'access-api',
        'restrictions-manage-all',
        'restrictions-manage-own',
        'settings-manage',
        'user-roles-manage',
        'users-manage',
      ],
    },
  }),
  'users-create-unknown-role': deviation(422, unknownIds),
  'users-delete-guest': deviation(403, lastOnes),
  'users-delete-migrate-invalid': deviation(422, unknownIds),
  'users-delete-migrate-unknown': deviation(422, unknownIds),
  'users-delete-only-admin': deviation(403, lastOnes),
  'users-list-sort-last-activity': deviation(200, 'Equal values in a sorted list are in the order of ids', {
    ignore: ['data.*.email', 'data.*.profile_url', 'data.*.edit_url'],
  }),
  'users-update-self-name-short': deviation(422, ruleHolds),
};

const error = (code: number, message: string) => ({ members: { error: { message, code } } });

/** For exports: the status is that of the reference, the body is not. */
export const EXPORT_ANSWERS: Readonly<Record<string, Deviation>> = {
  'books-export-denied-no-export-permission': deviation(
    403,
    'Errors are in the envelope of all others',
    error(403, 'You do not have permission to perform the requested action.'),
  ),
  'books-export-html-denied-hidden': deviation(404, namesKind, error(404, 'Book not found')),
  'pages-export-unknown-format': deviation(
    404,
    unknownPath,
    error(404, 'No route was found matching the URL and request method.'),
  ),
};

const repeatsId = 'Undocumented, and repeats `id`';
const notInContract = 'Not in the contract';
const byNeighbours = 'Depends on the items beside it';

/** Members of captured responses that may be missing here or have another value, with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  page_id: repeatsId,
  chapter_id: repeatsId,
  book_id: repeatsId,
  image_id: notInContract,
  entity: notInContract,
  default_template_id: 'Names an item of the installation, or none',
  'contents.*.chapter_id': 'null for pages outside of chapters, as documented',
  'contents.*.priority': byNeighbours,
  'contents.*.pages.*.priority': byNeighbours,
  'books.*.default_template_id': notInContract,
  'books.*.image_id': notInContract,
  'books.*.sort_rule_id': notInContract,
  'data.*.deletable.image_id': notInContract,
  'data.*.deletable.sort_rule_id': notInContract,
  'data.*.deletable.parent.image_id': notInContract,
  'data.*.deletable.parent.sort_rule_id': notInContract,
  'data.*.deletable.page_id': repeatsId,
};

/** Members that differ in answers of this status. */
export const LEFT_OUT_BY_STATUS: Readonly<Record<string, string>> = {
  '404 error.message': namesKind,
  '405 error.message': 'The methods in the text of a 405 are sorted',
};

export const leftOutOf = (status: number): string[] =>
  Object.keys(LEFT_OUT_BY_STATUS).flatMap((name) =>
    name.startsWith(`${status} `) ? [name.slice(`${status} `.length)] : [],
  );

/** Headers of captured exports that are missing here or have another value. */
export const EXPORT_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'JSON may name its charset, which is UTF-8',
};
