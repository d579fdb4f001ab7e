import { RefusedRoutes } from '@almanac/testing';
import { NAMESPACE } from '../../config';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import { EDITOR } from '../../testing/given';

const ROOT = `/${NAMESPACE}`;

let app: CalendarApp;
let routes: RefusedRoutes;
beforeAll(async () => {
  app = await startCalendar();
  const values = { slug: 'unknown', token: 'unknown', file: 'unknown.png', month: '2031-05' };
  routes = new RefusedRoutes(
    app.routes.filter(({ path }) => path.startsWith(ROOT)),
    values,
  );
});
afterAll(() => app.close());

/** The contract answers other methods with the 404 of an unknown route. */
describe('every route of the calendar', () => {
  it('refuses unknown records and missing tokens with a documented type and the id of the request', async () => {
    expect(await routes.faults(app.api.atRoot())).toEqual([]);
  });

  it('refuses unknown records and missing bodies of a caller with all permissions in the same way', async () => {
    const caller = app.content.user([...EDITOR, 'users-manage', 'settings-manage']);
    expect(await routes.faults(app.api.atRoot().as(caller))).toEqual([]);
  });
});
