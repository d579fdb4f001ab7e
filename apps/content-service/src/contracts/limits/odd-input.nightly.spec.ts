import path from 'node:path';
import { csrfIn, dtosBelow, type Kind, OddInputWalk, type TestApi, VisitingBrowser } from '@almanac/testing';
import type { ContentWorld } from '../access/kinds';
import { waitingPage } from '../access/import-kinds';
import { role, user } from '../access/people-kinds';
import { ACCESS_RULES } from '../access/rules';
import { startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';

let world: ContentWorld;
let walk: OddInputWalk<ContentWorld>;
let api: TestApi;
type Visitor = 'stranger' | 'member' | 'administrator';
let browsers: Record<Visitor, [api: TestApi, csrf: string]>;
beforeAll(async () => {
  const app = await startContent({ RUN_JOBS: 'true' });
  const admin = await app.given.admin();
  api = app.api.as(admin).repeatingWhenBusy();
  world = { app, api, owner: admin, admin, callers: {}, success: () => 200 };
  walk = new OddInputWalk(world);
  const opened = async (browser: VisitingBrowser, page: string): Promise<[TestApi, string]> => {
    const csrf = csrfIn((await browser.get(page)).text);
    return [app.api.with(pageHeaders(browser)), csrf];
  };
  const loggedIn = async (person: Person) => {
    const browser = new VisitingBrowser(app.api);
    await browser.logIn(await app.given.password(person, 'a password of mine'));
    return opened(browser, '/my-account');
  };
  browsers = {
    stranger: await opened(new VisitingBrowser(app.api), '/login'),
    member: await loggedIn(await app.given.user()),
    administrator: await loggedIn(await app.given.admin()),
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

  it.each<[route: string, who: Visitor, fields: object]>([
    ['POST /login', 'stranger', { email: 'nobody@example.com', password: 'wrong password' }],
    ['POST /theme', 'stranger', { theme: 'dark' }],
    ['POST /password/email', 'stranger', { email: 'nobody@example.com' }],
    ['POST /my-account', 'member', { name: 'Me', email: 'me@example.com' }],
    [
      'POST /my-account/security',
      'member',
      { password: 'another one', password_confirmation: 'another one', password_current: 'wrong' },
    ],
    ['POST /my-account/tokens', 'member', { name: 'Mine', access: 'chosen', scopes: 'read' }],
    ['POST /books/:book/page/:slug/comment', 'member', { text: 'Useful' }],
    ['POST /books/:book/page/:slug/comments/:id/archive', 'member', { archived: '1' }],
    ['POST /mfa/setup', 'member', { code: '000000' }],
    ['POST /mfa/remove', 'member', { password_current: 'wrong' }],
  ])('%s from a browser', async (route, who, fields) => {
    const [browser, _csrf] = browsers[who];
    expect(await walk.failuresAt(browser, route, { body: () => ({ _csrf, ...fields }) })).toEqual([]);
  });

  it.each<[route: string, on: Kind<ContentWorld> | undefined, fields: object]>([
    ['POST /settings/application', undefined, { app_name: 'Almanac' }],
    ['POST /settings/application/logo', undefined, { image: 'no file' }],
    ['POST /settings/users/new', undefined, { name: 'Ann', email: 'ann@example.com', password: 'a long password' }],
    ['POST /settings/users/:id', user, { name: 'Ann', email: 'other@example.com' }],
    ['POST /settings/users/:id/delete', user, { new_owner: 'nobody@example.com' }],
    ['POST /settings/roles/new', undefined, { display_name: 'Reviewers' }],
    ['POST /settings/roles/:id', role, { display_name: 'Reviewers' }],
    ['POST /settings/roles/:id/delete', role, { migrate_role_id: '999999' }],
  ])('%s in the settings area', async (route, on, fields) => {
    const [browser, _csrf] = browsers.administrator;
    expect(await walk.failuresAt(browser, route, { ...(on && { on }), body: () => ({ _csrf, ...fields }) })).toEqual(
      [],
    );
  });

  it('routes that together cover every DTO class', async () => {
    expect(walk.unwalked(await dtosBelow(path.join(__dirname, '../..')))).toEqual([]);
  });
});
