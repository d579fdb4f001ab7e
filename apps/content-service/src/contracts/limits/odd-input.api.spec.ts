import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { csrfIn, dtosIn, OddInputWalk, type TestApi, VisitingBrowser } from '@almanac/testing';
import type { ContentWorld } from '../access/kinds';
import { waitingPage } from '../access/import-kinds';
import { ACCESS_RULES } from '../access/rules';
import { startContent } from '../../testing/content-app';

let world: ContentWorld;
let walk: OddInputWalk<ContentWorld>;
let api: TestApi;
let browsers: Record<'stranger' | 'member', [api: TestApi, csrf: string]>;
beforeAll(async () => {
  const app = await startContent({ RUN_JOBS: 'true' });
  const admin = await app.given.admin();
  api = app.api.as(admin).repeatingWhenBusy();
  world = { app, api, owner: admin, admin, callers: {}, success: () => 200 };
  walk = new OddInputWalk(world);
  const stranger = new VisitingBrowser(app.api);
  const csrfOfStranger = csrfIn((await stranger.get('/login')).text);
  const member = new VisitingBrowser(app.api);
  await member.logIn(await app.given.password(await app.given.user(), 'a password of mine'));
  const csrfOfMember = csrfIn((await member.get('/my-account')).text);
  browsers = {
    stranger: [app.api.with(pageHeaders(stranger)), csrfOfStranger],
    member: [app.api.with(pageHeaders(member)), csrfOfMember],
  };
});
afterAll(() => world.app.close());

const pageHeaders = ({ cookies }: VisitingBrowser) => ({
  cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  accept: 'text/html',
});

const PARENT_IN_BODY = { on: waitingPage, body: () => ({ parent_type: 'book', parent_id: 99_999 }) };

describe('odd field values never cause a server error at', () => {
  it.each(Object.entries(ACCESS_RULES).filter(([route]) => route.includes(' /api/')))('%s', async (route, rule) =>
    expect(await walk.failuresAt(api, route, rule)).toEqual([]),
  );

  it('POST /api/imports/:id for a page, which needs a parent', async () => {
    expect(await walk.failuresAt(api, 'POST /api/imports/:id', PARENT_IN_BODY)).toEqual([]);
  });

  it.each<[route: string, who: 'stranger' | 'member', fields: object]>([
    ['POST /login', 'stranger', { email: 'nobody@example.com', password: 'wrong password' }],
    ['POST /password/email', 'stranger', { email: 'nobody@example.com' }],
    ['POST /my-account', 'member', { name: 'Me', email: 'me@example.com' }],
    [
      'POST /my-account/security',
      'member',
      { password: 'another one', password_confirmation: 'another one', password_current: 'wrong' },
    ],
    ['POST /my-account/tokens', 'member', { name: 'Mine', access: 'chosen', scopes: 'read' }],
    ['POST /books/:book/page/:slug/comment', 'member', { text: 'Useful' }],
    ['POST /mfa/setup', 'member', { code: '000000' }],
    ['POST /mfa/remove', 'member', { password_current: 'wrong' }],
  ])('%s from a browser', async (route, who, fields) => {
    const [browser, _csrf] = browsers[who];
    expect(await walk.failuresAt(browser, route, { body: () => ({ _csrf, ...fields }) })).toEqual([]);
  });

  it('routes that together cover every DTO class', async () => {
    const source = path.join(__dirname, '../..');
    const files = (await readdir(source, { recursive: true })).filter((name) => name.endsWith('.dto.ts'));
    const modules = await Promise.all(files.map((name): Promise<object> => import(path.join(source, name))));
    expect(walk.unwalked(dtosIn(modules))).toEqual([]);
  });
});
