import { crud, endpoint, exports, type Group, type Rules } from '../endpoint';

const IMAGE = 'nullable image_extension mimes:jpeg,png,gif,webp,avif max:50000';
/** Embedded images do not count towards the limit. */
const TEXT = 'string max:2000000';
const TAGS = 'array max:1000';
const NAME = { create: 'required string max:255', update: 'string min:1 max:255' };

const described: Rules = { description: 'string max:1900', description_html: 'string max:2000', tags: TAGS };

const PAGE: Rules = { tags: TAGS, priority: 'integer', changelog: 'string min:1 max:180' };
const CHAPTER: Rules = { ...described, priority: 'integer', default_template_id: 'nullable integer' };
const BOOK: Rules = { ...described, image: IMAGE, default_template_id: 'nullable integer' };
const SHELF: Rules = { ...described, books: 'array max:10000', image: IMAGE };

const REVISIONS = '/api/pages/{id}/revisions';
const ONE_REVISION = `${REVISIONS}/{revisionId}`;

export const CONTENT: readonly Group[] = [
  {
    name: 'pages',
    about: 'A page holds text, as HTML or Markdown, and lies in a book or in a chapter of one.',
    endpoints: [
      ...crud('pages', 'a page', 'pages', {
        create: {
          book_id: 'required_without:chapter_id integer',
          chapter_id: 'required_without:book_id integer',
          name: NAME.create,
          html: `required_without:markdown ${TEXT}`,
          markdown: `required_without:html ${TEXT}`,
          ...PAGE,
        },
        update: { book_id: 'integer', chapter_id: 'integer', name: NAME.update, html: TEXT, markdown: TEXT, ...PAGE },
      }),
      ...exports('pages', 'a page'),
      endpoint('GET', REVISIONS, 'list-revisions', 'List what a page was after each of its saves: who, when and why.'),
      endpoint('GET', ONE_REVISION, 'read-revision', 'Read a revision with its text.'),
      endpoint(
        'GET',
        `${ONE_REVISION}/diff`,
        'diff-revision',
        'Compare a revision with the one before it, or with `against`.',
        {
          against: 'integer',
        },
      ),
      endpoint('POST', `${ONE_REVISION}/restore`, 'restore-revision', 'Make the page again what it was.'),
      endpoint('DELETE', ONE_REVISION, 'delete-revision', 'Delete a revision; the newest one stays.'),
    ],
  },
  {
    name: 'chapters',
    about: 'A chapter groups pages of a book.',
    endpoints: [
      ...crud('chapters', 'a chapter', 'chapters', {
        create: { book_id: 'required integer', name: NAME.create, ...CHAPTER },
        update: { book_id: 'integer', name: NAME.update, ...CHAPTER },
      }),
      ...exports('chapters', 'a chapter'),
    ],
  },
  {
    name: 'books',
    about:
      'A book holds chapters and pages. A cover is sent as the file `image` of a multipart/form-data request; null removes it.',
    endpoints: [
      ...crud('books', 'a book', 'books', {
        create: { name: NAME.create, ...BOOK },
        update: { name: NAME.update, ...BOOK },
      }),
      endpoint(
        'GET',
        '/api/books/{id}/contents',
        'contents',
        'Read the chapters and pages of a book in reading order; `include=html,markdown` adds what the pages hold, `offset` and `count` choose a part.',
      ),
      ...exports('books', 'a book'),
    ],
  },
  {
    name: 'shelves',
    about: 'A shelf holds books, in the order in which their ids are given; a book may stand on several shelves.',
    endpoints: crud('shelves', 'a shelf', 'shelves', {
      create: { name: NAME.create, ...SHELF },
      update: { name: NAME.update, ...SHELF },
    }),
  },
];
