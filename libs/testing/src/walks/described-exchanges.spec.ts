import type { Description } from './described-answers';
import { DescribedExchanges, type Exchange } from './described-exchanges';

const THING = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] };
const DESCRIPTION: Description = {
  openapi: '3.1.1',
  paths: {
    '/things/{id}': {
      get: {
        operationId: 'read',
        summary: 'Read a thing',
        parameters: [],
        responses: { 200: { headers: { ETag: {} }, content: { 'application/json': { schema: THING } } } },
      },
      delete: { operationId: 'remove', summary: 'Delete a thing', parameters: [], responses: { 204: {} } },
    },
  },
  components: { schemas: {}, responses: {}, parameters: {} },
};

const answered = (
  changes: Partial<Exchange> & { body?: unknown; type?: string; sent?: Record<string, string> },
): Exchange => {
  const { body = { id: 7 }, type = 'application/json; charset=utf-8', sent = {}, ...others } = changes;
  return {
    method: 'GET',
    path: '/api/things/7',
    requestHeaders: new Headers(),
    requestBody: undefined,
    status: 200,
    headers: new Headers({ 'content-type': type, ...sent }),
    text: JSON.stringify(body),
    body,
    ...others,
  };
};

const check = (exchange: Exchange) => new DescribedExchanges(async () => DESCRIPTION, '/api', '/api').check(exchange);

describe('DescribedExchanges', () => {
  it.each([
    ['a described answer', {}],
    ['a described header', { sent: { etag: '"a"' } }],
    ['an answer that `fields` shortens', { path: '/api/things/7?fields=name', body: {} }],
    [
      'an answer in an envelope',
      { path: '/api/things/7?_envelope', body: { status: 200, headers: {}, body: { id: 7 } } },
    ],
    ['a POST that stands for DELETE', { method: 'POST', path: '/api/things/7?_method=delete', status: 204, text: '' }],
    ['the refusal of an unknown path', { path: '/api/nothing', status: 404 }],
    ['an answer outside the interface', { path: '/login', type: 'text/html' }],
  ])('accepts %s', async (_name, changes) => {
    await expect(check(answered(changes))).resolves.toBeUndefined();
  });

  it.each([
    ['a status', { status: 202 }, 'the status is not described'],
    ['a route', { path: '/api/nothing' }, 'the route is not described'],
    ['a header', { sent: { location: '7' } }, 'the header location is not described'],
    ['a media type', { type: 'text/csv' }, 'the media type text/csv is not described'],
    ['a body', { method: 'DELETE', status: 204 }, 'the answer is described without a body'],
    ['a member', { body: { id: 7, more: 1 } }, 'must NOT have additional properties'],
    ['the type of a member', { body: { id: '7' } }, 'must be integer'],
  ])('rejects %s that the description does not have', async (_name, changes, fault) => {
    await expect(check(answered(changes))).rejects.toThrow(fault);
  });
});
