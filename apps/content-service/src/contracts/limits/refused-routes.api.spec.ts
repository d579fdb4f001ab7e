import { RefusedRoutes } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';

let app: ContentApp;
let routes: RefusedRoutes;
beforeAll(async () => {
  app = await startContent();
  const values = { format: 'html', contentType: 'page' };
  routes = new RefusedRoutes(
    app.routes.filter(({ path }) => path.startsWith('/api/')),
    values,
  );
});
afterAll(() => app.close());

describe('every route of the API', () => {
  it('refuses callers without a token, and tells them the scheme', async () => {
    expect(await routes.open(app.api)).toEqual(['GET /api/docs']);
    expect(await routes.faults(app.api)).toEqual([]);
  });

  it('refuses unknown records and missing bodies with a documented type and the id of the request', async () => {
    expect(await routes.faults(app.api.as(await app.given.admin()))).toEqual([]);
  });

  it('answers each method that its path does not have with 405 and the methods that it has', async () => {
    expect(await routes.methodFaults(app.api.as(await app.given.admin()))).toEqual([]);
  });
});
