import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { dtosIn, OddInputWalk, type TestApi } from '@almanac/testing';
import type { CalendarWorld } from '../access/kinds';
import { ACCESS_RULES } from '../access/rules';
import { startCalendar } from '../../testing/calendar-app';
import { EDITOR } from '../../testing/given';

let world: CalendarWorld;
let walk: OddInputWalk<CalendarWorld>;
let api: TestApi;
beforeAll(async () => {
  const app = await startCalendar();
  const admin = app.content.user([...EDITOR, 'users-manage', 'settings-manage']);
  api = app.api.atRoot().as(admin).repeatingWhenBusy();
  world = { app, api, owner: admin, callers: {}, success: () => 200 };
  walk = new OddInputWalk(world);
});
afterAll(() => world.app.close());

describe('odd values in fields', () => {
  it.each(Object.entries(ACCESS_RULES))('cause no server error in %s', async (route, rule) =>
    expect(await walk.failuresAt(api, route, rule)).toEqual([]),
  );

  it('are tested for every DTO class', async () => {
    const source = path.join(__dirname, '../..');
    const files = (await readdir(source, { recursive: true })).filter((name) => name.endsWith('.dto.ts'));
    const modules = await Promise.all(files.map((name): Promise<object> => import(path.join(source, name))));
    expect(walk.unwalked(dtosIn(modules))).toEqual([]);
  });
});
