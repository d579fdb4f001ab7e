import { Logger } from '@nestjs/common';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Actor } from './actor';
import { SERVICE_SECRET_HEADER } from './peer-service-client';
import { toAnswer } from './introspection';
import { RemoteTokenVerifier } from './remote-verifier';

const ACTOR: Actor = {
  id: 7,
  name: 'Ann',
  slug: 'ann',
  roleIds: [2],
  permissions: new Set(['event-create']),
  isAdmin: false,
};
const TOKEN = { id: 'a', secret: 'b' };

/** The answer of content-service; without it, content-service does not answer. */
let answer: { status: number; body: string } | undefined;
/** How many of the next requests meet a connection that content-service closes. */
let closing: number;
let asked: IncomingMessage['headers'][];
let content: Server;
let verifier: RemoteTokenVerifier;

// Outages are logged.
const warnings = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
afterAll(() => jest.restoreAllMocks());
beforeEach(async () => {
  warnings.mockClear();
  asked = [];
  closing = 0;
  answer = { status: 200, body: JSON.stringify(toAnswer({ actor: ACTOR })) };
  content = createServer((request, response) => {
    asked.push(request.headers);
    if ((closing -= 1) >= 0) request.socket.destroy();
    else if (answer) response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => content.listen(0, '127.0.0.1', resolve));
  verifier = verifierWith({ graceSeconds: 60 });
});
afterEach(async () => {
  await verifier.close();
  content.closeAllConnections();
  await new Promise((resolve) => content.close(resolve));
});

function verifierWith({
  graceSeconds,
  timeoutMs = 200,
}: {
  graceSeconds: number;
  timeoutMs?: number;
}): RemoteTokenVerifier {
  const address = content.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen');
  return new RemoteTokenVerifier({
    contentUrl: `http://127.0.0.1:${address.port}`,
    serviceSecret: { current: 'between us' },
    graceSeconds,
    timeoutMs,
  });
}

it('the remote verifier sends the service secret and returns the caller', async () => {
  expect(await verifier.verify(TOKEN)).toEqual({ actor: ACTOR });
  expect(asked).toMatchObject([{ [SERVICE_SECRET_HEADER]: 'between us' }]);
});

it.each([
  [1, { actor: ACTOR }],
  [2, { actor: ACTOR }],
  [3, { refusal: 'unavailable' }],
])('the remote verifier asks again when content closes %i connections', async (count, verdict) => {
  closing = count;
  expect(await verifier.verify(TOKEN)).toEqual(verdict);
  expect(asked).toHaveLength(3 - Number(count === 1));
});

const TROUBLE = [
  ['fails', { status: 500, body: '{}' }],
  ['sends somewhere else', { status: 302, body: '' }],
  ['talks nonsense', { status: 200, body: '<html>' }],
  ['does not answer', undefined],
] as const;

it.each(TROUBLE)('the remote verifier refuses a token that is not cached when content %s', async (_, trouble) => {
  answer = trouble;
  expect(await verifier.verify(TOKEN)).toEqual({ refusal: 'unavailable' });
});

it.each(TROUBLE)('the remote verifier accepts only cached tokens and secrets when content %s', async (_, trouble) => {
  await verifier.verify(TOKEN);
  answer = trouble;
  expect(await verifier.verify(TOKEN)).toEqual({ actor: ACTOR });
  expect(await verifier.verify({ ...TOKEN, secret: 'c' })).toEqual({ refusal: 'unavailable' });
});

it('the remote verifier shows each change of content with the next look-up, and concurrent ones share it', async () => {
  await verifier.verify(TOKEN);
  answer = { status: 200, body: JSON.stringify(toAnswer({ refusal: 'expired' })) };
  expect(await verifier.verify(TOKEN)).toEqual({ refusal: 'expired' });
  await Promise.all(Array.from({ length: 10 }, () => verifier.verify(TOKEN)));
  // Nine of ten arrive while the look-up of the first is running.
  expect(asked).toHaveLength(4);
});

it.each([
  ['unknown', 400],
  ['unknown', 413],
  ['unknown', 422],
  ['unknown', 431],
  // Such as a wrong service secret. It says nothing of the token.
  ['unavailable', 403],
  ['unavailable', 404],
  ['unavailable', 429],
])('the remote verifier takes a refusal by content for an answer: %s for %i', async (refusal, status) => {
  await verifier.verify(TOKEN);
  answer = { status, body: '{}' };
  expect(await verifier.verify(TOKEN)).toEqual({ refusal });
  answer = undefined;
  expect(await verifier.verify(TOKEN)).toEqual({ refusal: 'unavailable' });
  expect(warnings).toHaveBeenCalledTimes(1);
});

it.each(TROUBLE)('the remote verifier asks again for each request after content %s', async (_, trouble) => {
  await verifier.verify(TOKEN);
  answer = trouble;
  for (let count = 0; count < 3; count += 1) expect(await verifier.verify(TOKEN)).toEqual({ actor: ACTOR });
  expect(asked).toHaveLength(4);
  answer = { status: 200, body: JSON.stringify(toAnswer({ refusal: 'expired' })) };
  expect(await verifier.verify(TOKEN)).toEqual({ refusal: 'expired' });
  answer = trouble;
  expect(await verifier.verify(TOKEN)).toEqual({ refusal: 'unavailable' });
});

it('the remote verifier waits less for content after a failure, only for the same token and for a second', async () => {
  let now = performance.now();
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
  const deadlines = jest.spyOn(AbortSignal, 'timeout');
  const deadlineOf = async (token: typeof TOKEN) => {
    deadlines.mockClear();
    await verifier.verify(token);
    return deadlines.mock.calls[0]?.[0];
  };
  try {
    verifier = verifierWith({ graceSeconds: 60, timeoutMs: 300 });
    await verifier.verify(TOKEN);
    answer = { status: 503, body: '{}' };
    expect(await deadlineOf(TOKEN)).toBe(300);
    expect(await deadlineOf(TOKEN)).toBe(200);
    expect(await deadlineOf({ ...TOKEN, id: 'other' })).toBe(300);
    now += 1_001;
    expect(await deadlineOf(TOKEN)).toBe(300);
  } finally {
    clock.mockRestore();
    deadlines.mockRestore();
  }
});

it('the remote verifier does not accept an earlier verdict after the grace period', async () => {
  verifier = verifierWith({ graceSeconds: 0.2 });
  await verifier.verify(TOKEN);
  await new Promise((resolve) => setTimeout(resolve, 250));
  answer = { status: 503, body: '{}' };
  expect(await verifier.verify(TOKEN)).toEqual({ refusal: 'unavailable' });
});

it('the remote verifier removes a token from its cache when content refuses it', async () => {
  await verifier.verify(TOKEN);
  answer = { status: 200, body: JSON.stringify(toAnswer({ refusal: 'expired' })) };
  expect(await verifier.verify(TOKEN)).toEqual({ refusal: 'expired' });
  answer = undefined;
  expect(await verifier.verify(TOKEN)).toEqual({ refusal: 'unavailable' });
});
