import path from 'node:path';
import { csrfIn, dtosBelow, OddInputWalk, type TestApi } from '@almanac/testing';
import type { CalendarWorld } from '../access/kinds';
import { ACCESS_RULES } from '../access/rules';
import { NAMESPACE } from '../../config';
import { describedPath } from '../rules/described-operations';
import { startCalendar } from '../../testing/calendar-app';
import { EDITOR } from '../../testing/given';
import { browserOf } from '../../testing/page-visitors';

let world: CalendarWorld;
let walk: OddInputWalk<CalendarWorld>;
let api: TestApi;
beforeAll(async () => {
  const app = await startCalendar();
  const admin = app.content.user([...EDITOR, 'users-manage', 'settings-manage']);
  api = app.api.atRoot().as(admin).repeatingWhenBusy();
  world = { app, api, owner: admin, callers: {}, success: () => 200 };
  walk = new OddInputWalk(world, (method, path) => {
    const described = describedPath({ path }, `/${NAMESPACE}`);
    return app.served().find((route) => route.method === method && (route.path || '/') === described)?.takes;
  });
});
afterAll(() => world.app.close());

describe('odd values in fields', () => {
  it.each(Object.entries(ACCESS_RULES))('cause no server error in %s', async (route, rule) =>
    expect(await walk.failuresAt(api, route, rule)).toEqual([]),
  );

  it.each([
    ['password', { password: 'wrong' }],
    ['places', { ticket: '1', name: 'Ann', email: 'ann@example.com' }],
  ])('cause no server error in the form for %s of an event', async (form, fields) => {
    const { slug } = await world.app.given.event(form === 'password' ? { password: 'right' } : {});
    const browser = browserOf(world.app, world.owner);
    // Its form has the token that all forms of this session take.
    const { slug: locked } = await world.app.given.event({ password: 'right' });
    const _csrf = csrfIn((await browser.get(`/event/${locked}/password`)).text);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const visitor = world.app.api.atRoot({ accept: 'text/html', cookie });
    const body = () => ({ _csrf, ...fields });
    expect(await walk.failuresAt(visitor, `POST /event/${slug}/${form}`, { body })).toEqual([]);
  });

  it('cause no server error in the recurrence of an event', async () => {
    const recurrence = { rrule: 'FREQ=DAILY;COUNT=3', exdates: ['2031-05-02'], rdates: ['2031-05-09'] };
    const body = () => ({ title: 'Daily', start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00', recurrence });
    expect(await walk.failuresAt(api, `POST /${NAMESPACE}/events`, { body })).toEqual([]);
  });

  it('are tested for every DTO class', async () => {
    expect(walk.unwalked(await dtosBelow(path.join(__dirname, '../..')))).toEqual([]);
  });
});
