import { DescribedExchanges, type Description, TestApi } from '@almanac/testing';
import { type OneAddress, startAtOneAddress } from './testing/one-address';

let system: OneAddress;
let description: Description;
let api: TestApi;
beforeAll(async () => {
  system = await startAtOneAddress();
  const admin = await system.content.given.admin();
  description = JSON.parse((await new TestApi(system.base).as(admin).get('/openapi.json')).text);
  const checked = new DescribedExchanges(() => Promise.resolve(description), '', '');
  api = new TestApi(system.base, {}, { description: checked }).as(admin);
});
afterAll(() => system.close());

/** Operations with one of these methods, with ids that no record has. */
const operations = (...methods: string[]) =>
  Object.entries(description.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => methods.includes(method))
      .map((method) => [method.toUpperCase(), path.replace(/\{\w+\}/g, '2000000')] as const),
  );

describe('/openapi.json at the gateway', () => {
  it('describes the answers to reads of both services', async () => {
    const statuses = new Set<number>();
    for (const [method, path] of operations('get')) statuses.add((await api.send(method, path)).status);
    expect([...statuses]).toEqual(expect.arrayContaining([200, 404]));
  });

  it('describes the refusals of changes without a body', async () => {
    const statuses = new Set<number>();
    for (const [method, path] of operations('post', 'put', 'delete'))
      statuses.add((await api.send(method, path)).status);
    expect([...statuses].filter((status) => status >= 500)).toEqual([]);
  });

  it('describes the refusal of an address that is too long', async () => {
    for (const path of ['/api/search', '/calendar/events/v1/events'])
      expect((await api.get(`${path}?query=${'x'.repeat(20_000)}`)).status).toBe(414);
  });
});
