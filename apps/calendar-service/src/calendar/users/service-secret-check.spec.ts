import { SERVICE_SECRET_HEADER } from '@almanac/auth';
import { UNKNOWN } from '@almanac/observability';
import { createServer, type Server } from 'node:http';
import { ServiceSecretCheck } from './service-secret-check';

let status = 200;
let asked: unknown[] = [];
let content: Server;
let check: ServiceSecretCheck;
let now = performance.now();

beforeEach(async () => {
  asked = [];
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  content = createServer((request, response) => {
    asked.push(request.headers[SERVICE_SECRET_HEADER]);
    response.writeHead(status).end('{}');
  });
  await new Promise<void>((resolve) => content.listen(0, '127.0.0.1', resolve));
  const address = content.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen');
  check = new ServiceSecretCheck({
    contentUrl: `http://127.0.0.1:${address.port}`,
    serviceSecret: { current: 'new', accepted: ['new', 'old'] },
  });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await check.close();
  content.closeAllConnections();
  await new Promise((resolve) => content.close(resolve));
});

const later = () => (now += 6_000);
const outcome = () =>
  check.check().then(
    (result) => (result === UNKNOWN ? 'unknown' : 'passed'),
    (failure: unknown) => String(failure),
  );

describe('the check of SERVICE_SECRET', () => {
  it.each([
    [200, 'passed'],
    [401, expect.stringContaining('SERVICE_SECRET')],
    [403, expect.stringContaining('SERVICE_SECRET')],
    [404, expect.stringContaining('SERVICE_SECRET')],
    [429, 'unknown'],
    [500, 'unknown'],
    [503, 'unknown'],
  ])('takes the status %i of content-service for: %s', async (answered, expected) => {
    status = answered;
    expect(await outcome()).toEqual(expected);
  });

  it('finds out nothing while content-service is away, and the difference when it is back', async () => {
    status = 404;
    const { port } = Object(content.address());
    content.closeAllConnections();
    await new Promise((resolve) => content.close(resolve));
    expect(await outcome()).toBe('unknown');
    await new Promise<void>((resolve) => content.listen(port, '127.0.0.1', resolve));
    later();
    expect(await outcome()).toContain('SERVICE_SECRET');
  });

  it('sends the secret that signs, once for all probes of some seconds', async () => {
    status = 200;
    expect([await outcome(), await outcome()]).toEqual(['passed', 'passed']);
    expect(asked).toEqual(['new']);
    status = 404;
    later();
    expect([await outcome(), await outcome()]).toEqual(Array(2).fill(expect.stringContaining('SERVICE_SECRET')));
    expect(asked).toHaveLength(2);
  });
});
