import { validateHeaderValue } from 'node:http';
import fc from 'fast-check';
import { nonEmpty } from '@almanac/testing';
import { requestsTo } from './requests';

const ROUTE = { method: 'POST', path: '/api/pages', fields: ['name', 'html', 'tags'], example: { name: 'New' } };
const CALLERS = ['stranger', 'editor'];

const sample = (seed: number, numRuns: number) => fc.sample(requestsTo(ROUTE, CALLERS), { seed, numRuns });

describe('requests to a route', () => {
  it('are the same for the same seed', () => {
    expect(sample(7, 50)).toEqual(sample(7, 50));
    expect(sample(7, 50)).not.toEqual(sample(8, 50));
  });

  it('have headers and targets that Node accepts', () => {
    const requests = nonEmpty(sample(1, 2_000));
    for (const [name, value] of nonEmpty(requests.flatMap(({ headers }) => Object.entries(headers))))
      expect(() => validateHeaderValue(name, value)).not.toThrow();
    for (const { target } of requests) expect(target).toMatch(/^\/api\/pages(\?[\x21-\x7e]*)?$/);
  });

  it('have bodies of every kind, other methods and broken connections', () => {
    const requests = sample(3, 2_000);
    const types = new Set(requests.map(({ headers }) => headers['content-type']?.split(';')[0]));
    expect([...types]).toEqual(
      expect.arrayContaining([
        undefined,
        'application/json',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'text/plain',
      ]),
    );
    expect(new Set(requests.map(({ method }) => method)).size).toBeGreaterThan(5);
    expect(requests.some(({ breaks }) => typeof breaks === 'object')).toBe(true);
  });
});
