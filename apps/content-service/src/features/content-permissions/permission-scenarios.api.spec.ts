import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';
import { PERMISSION_SCENARIOS, type PermissionScenario, type ScenarioLevel } from '../../testing/permission-scenarios';

let app: ContentApp;
let admin: Person;
beforeAll(async () => {
  app = await startContent();
  admin = await app.given.admin();
});
afterAll(() => app.close());

const NO_MORE = { create: false, update: false, delete: false };

/** A caller with role RA, and with RB if the scenario says so. */
async function callerOf({ roleLevel, both = false }: PermissionScenario) {
  const person = await app.given.user({ permissions: roleLevel === undefined ? [] : [`page-view-${roleLevel}`] });
  const [held] = await app.database.query<{ id: number }>('SELECT role_id AS id FROM user_roles WHERE user_id = $1', [
    person.id,
  ]);
  const [other] = await app.database.query<{ id: number }>(
    `INSERT INTO roles (display_name) VALUES ('RB') RETURNING id`,
  );
  const roles = { RA: held?.id ?? 0, RB: other?.id ?? 0 };
  if (both)
    await app.database.query('INSERT INTO user_roles (user_id, role_id) VALUES ($1, $2)', [person.id, roles.RB]);
  return { person, roles };
}

async function override(
  path: string,
  { fallback, ...rows }: ScenarioLevel,
  roles: { RA: number; RB: number },
): Promise<void> {
  const { status } = await app.api.as(admin).put(`/api/content-permissions/${path}`, {
    role_permissions: (['RA', 'RB'] as const).flatMap((name) => {
      const view = rows[name];
      return view === undefined ? [] : [{ role_id: roles[name], view, ...NO_MORE }];
    }),
    fallback_permissions:
      fallback === undefined ? { inheriting: true } : { inheriting: false, view: fallback, ...NO_MORE },
  });
  expect(status).toBe(200);
}

describe('access to a page and to its list entry matches the permission scenario', () => {
  it.each(PERMISSION_SCENARIOS.map((scenario) => [scenario.id, scenario] as const))('%s', async (_, scenario) => {
    const { person, roles } = await callerOf(scenario);
    const chapter = await app.given.chapter();
    const page = await app.given.page({
      bookId: chapter.bookId,
      chapterId: chapter.id,
      ownedBy: scenario.owner ? person.id : admin.id,
    });
    if (scenario.page) await override(`page/${page.id}`, scenario.page, roles);
    if (scenario.chapter) await override(`chapter/${chapter.id}`, scenario.chapter, roles);
    if (scenario.book) await override(`book/${chapter.bookId}`, scenario.book, roles);

    const caller = app.api.as(person);
    expect((await caller.get(`/api/pages/${page.id}`)).status).toBe(scenario.allowed ? 200 : 404);
    const list = await caller.get(`/api/pages?filter[id]=${page.id}`);
    expect(list.body).toMatchObject({
      total: scenario.allowed ? 1 : 0,
      data: scenario.allowed ? [{ id: page.id }] : [],
    });
  });
});
