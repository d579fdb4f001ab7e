import { HOSTILE_NAMES, type Misfits, testReaders, walkHostileSite } from '@almanac/testing';
import { idOf, textAt } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';
import { multipart, picture } from '../../testing/uploads';
import { makePublic } from './testing/library-world';
import { oddWorld } from './testing/odd-world';

const PASSWORD = 'correct horse battery';
const LONG_ADDRESS = 'bartholomew.featherstonehaugh.of.the.harbour@subsidiary.of.the.parent.example.com';
/** Exports, files and data, the page of a packaged component, and addresses of other services. */
const NOT_FOLLOWED = /^\/(?:calendar|events|attachments|uploads|readyz|api)\b|\/export\/|\/export$|\.(?:atom|xml)$/;
const MANY_TAGS = 200;
/** No page links to it: a browser arrives there when it has sent the form. */
const RUNNING_IMPORT = '/settings/imports/1/run';

/** One page of each is measured. */
const KINDS = [
  '/',
  '/books',
  '/books/:name',
  '/books/:name/chapter/:name',
  '/books/:name/chapter/:name/copy',
  '/books/:name/chapter/:name/create-page',
  '/books/:name/chapter/:name/create-page?format',
  '/books/:name/chapter/:name/delete',
  '/books/:name/chapter/:name/edit',
  '/books/:name/chapter/:name/move',
  '/books/:name/chapter/:name/permissions',
  '/books/:name/copy',
  '/books/:name/create-chapter',
  '/books/:name/create-page',
  '/books/:name/create-page?format',
  '/books/:name/delete',
  '/books/:name/edit',
  '/books/:name/images',
  '/books/:name/page/:name',
  '/books/:name/page/:name/attachments',
  '/books/:name/page/:name/comment',
  '/books/:name/page/:name/comment?reply',
  '/books/:name/page/:name/comments/:id/archive',
  '/books/:name/page/:name/comments/:id/delete',
  '/books/:name/page/:name/comments/:id/edit',
  '/books/:name/page/:name/copy',
  '/books/:name/page/:name/delete',
  '/books/:name/page/:name/edit',
  '/books/:name/page/:name/images',
  '/books/:name/page/:name/move',
  '/books/:name/page/:name/permissions',
  '/books/:name/page/:name/revisions',
  '/books/:name/page/:name/revisions/:id',
  '/books/:name/page/:name/revisions/:id/restore',
  '/books/:name/permissions',
  '/books/:name/sort',
  '/create-book',
  '/create-shelf',
  '/files/attachment/:id/delete',
  '/files/attachment/:id/edit',
  '/files/image/:id/delete',
  '/files/image/:id/edit',
  '/link/:id',
  '/login',
  '/mfa/setup',
  '/my-account',
  '/my-account/security',
  '/my-account/tokens',
  '/my-account/tokens/:id/revoke',
  '/no-such-page',
  '/password/email',
  '/search',
  '/search?term',
  '/search?term&updated_by',
  '/settings',
  '/settings/application',
  '/settings/application/logo',
  '/settings/audit-log',
  '/settings/imports',
  '/settings/imports/:id',
  '/settings/imports/:id/delete',
  '/settings/imports/:id/run',
  '/settings/jobs',
  '/settings/recycle-bin',
  '/settings/recycle-bin/:id/destroy',
  '/settings/recycle-bin/:id/restore',
  '/settings/recycle-bin/empty',
  '/settings/roles',
  '/settings/roles/:id',
  '/settings/roles/new',
  '/settings/roles/new?copy',
  '/settings/sort-rules',
  '/settings/sort-rules/:id',
  '/settings/sort-rules/:id/delete',
  '/settings/sort-rules/new',
  '/settings/tokens',
  '/settings/tokens/:id/:id/revoke',
  '/settings/unused-images',
  '/settings/users',
  '/settings/users/:id',
  '/settings/users/:id/delete',
  '/settings/users/new',
  '/settings/webhooks',
  '/settings/webhooks/:id',
  '/settings/webhooks/:id/delete',
  '/settings/webhooks/:id/deliveries',
  '/settings/webhooks/:id/deliveries/:id',
  '/settings/webhooks/new',
  '/shelves',
  '/shelves/:name',
  '/shelves/:name/copy',
  '/shelves/:name/create-book',
  '/shelves/:name/delete',
  '/shelves/:name/edit',
  '/shelves/:name/permissions',
  '/tags',
  '/tags?name',
  '/user/:name',
];

const openReader = testReaders();

const isFollowed = (path: string) => !NOT_FOLLOWED.test(path);

/** A text with each kind of block. */
function htmlWith(named: (word: string) => string): string {
  const blocks = ['h2', 'h3', 'p', 'blockquote', 'pre'].map((tag) => `<${tag}>${named(tag)}</${tag}>`);
  const table = `<table><tr><th>${named('Head')}</th><td>${named('Cell')}</td></tr></table>`;
  return [...blocks, `<ul><li>${named('Item')}</li></ul>`, table].join('');
}

/** The pages of the site with such names, as their administrator and as a stranger see them. */
async function hostileSite(judge: 'faults' | 'misfits', named: (word: string) => string): Promise<Misfits> {
  const app = await startContent({ BASE_URL: 'http://docs.example' });
  try {
    const admin = await app.given.admin();
    await fill(app, admin, named);
    const member = await openReader(app.api.baseUrl);
    await member.logIn(await app.given.password(admin, PASSWORD));
    const stranger = await openReader(app.api.baseUrl);
    return {
      ...(await walkHostileSite(stranger, ['/login', '/password/email', '/no-such-page'], isFollowed, judge)),
      ...(await walkHostileSite(member, ['/', '/settings', '/my-account', RUNNING_IMPORT], isFollowed, judge)),
    };
  } finally {
    await app.close();
  }
}

async function fill(app: ContentApp, admin: Person, named: (word: string) => string): Promise<void> {
  const api = app.api.as(admin);
  const make = async (path: string, body: object) => idOf((await api.post(path, body)).body);
  await oddWorld(app, admin, named);
  await makePublic(app);
  const user = await make('/api/users', { name: named('Bart'), email: LONG_ADDRESS, roles: [1] });
  await make(`/api/users/${user}/tokens`, { name: named('Robot') });
  const tags = Array.from({ length: MANY_TAGS }, (_, index) => ({ name: `${index}`, value: named('Tag') }));
  const book = await make('/api/books', { name: named('Heavy'), description: named('Long'), tags });
  const chapter = await make('/api/chapters', { book_id: book, name: named('Part'), description: named('Long'), tags });
  const [, page] = [
    await make('/api/pages', { chapter_id: chapter, name: named('First'), html: '<p>One</p>' }),
    await make('/api/pages', { chapter_id: chapter, name: named('Second'), html: htmlWith(named), tags }),
    await make('/api/pages', { book_id: book, name: named('Third'), html: '<p>Three</p>' }),
  ];
  await make('/api/shelves', { name: named('Full'), description: named('Long'), books: [book], tags });
  await make('/api/comments', { page_id: page, html: `<p>${named('Comment')}</p>` });
  await make('/api/attachments', { uploaded_to: page, name: named('File'), link: 'https://weather.example/' });
  const image = multipart(
    { type: 'gallery', uploaded_to: page, name: named('Image') },
    { image: { content: await picture(300, 200), name: 'a.png' } },
  );
  const shown = textAt((await api.post('/api/image-gallery', image)).body, 'url');
  await make('/api/pages', { book_id: book, name: named('Showing'), html: `<p><img src="${shown}" alt="x"></p>` });
  await api.put(`/api/pages/${page}`, { name: named('Paged'), summary: named('Summary') });
  await app.database.query(
    `INSERT INTO jobs.job (name, state, output, data, completed_on)
     VALUES ('recycle-bin.empty', 'failed', $1, '{"upTo": 0}', now())`,
    [JSON.stringify({ message: named('Reason') })],
  );
  await app.database.query(
    `INSERT INTO webhook_deliveries (webhook_id, message_id, event, body, state, response_body, error)
     SELECT id, 'm1', 'book_create', $1, 'failed', $2, $2 FROM webhooks LIMIT 1`,
    [JSON.stringify({ text: named('Body') }), named('Answer')],
  );
}

describe.each(HOSTILE_NAMES)('the pages of a site with %s', (_kind, judge, named) => {
  it('fit on each screen, and are accessible', async () => {
    const found = await hostileSite(judge, named);
    expect(Object.fromEntries(Object.entries(found).filter(([, misfits]) => misfits.length > 0))).toEqual({});
    expect(Object.keys(found).sort()).toEqual(KINDS);
  });
});
