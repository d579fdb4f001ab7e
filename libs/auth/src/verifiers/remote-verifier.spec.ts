import { Logger } from '@nestjs/common';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Actor } from '../actor';
import { SERVICE_SECRET_HEADER, toAnswer } from './introspection';
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
let asked: IncomingMessage['headers'][];
let content: Server;
let verifier: RemoteTokenVerifier;

// Outages are logged.
beforeAll(() => jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined));
afterAll(() => jest.restoreAllMocks());
beforeEach(async () => {
  asked = [];
  answer = { status: 200, body: JSON.stringify(toAnswer({ actor: ACTOR })) };
  content = createServer((request, response) => {
    asked.push(request.headers);
    if (answer) response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => content.listen(0, '127.0.0.1', resolve));
  verifier = verifierWith({ graceSeconds: 60 });
});
afterEach(async () => {
  await verifier.close();
  content.closeAllConnections();
  await new Promise((resolve) => content.close(resolve));
});

function verifierWith({ graceSeconds }: { graceSeconds: number }): RemoteTokenVerifier {
  const address = content.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen');
  return new RemoteTokenVerifier({
    contentUrl: `http://127.0.0.1:${address.port}`,
    serviceSecret: { current: 'between us' },
    graceSeconds,
    timeoutMs: 200,
  });
}

it('the remote verifier sends the service secret and returns the caller', async () => {
  expect(await verifier.verify(TOKEN)).toEqual({ actor: ACTOR });
  expect(asked).toMatchObject([{ [SERVICE_SECRET_HEADER]: 'between us' }]);
});

const TROUBLE = [
  ['fails', { status: 500, body: '{}' }],
  ['refuses us', { status: 404, body: '{}' }],
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

it('the remote verifier asks once a second while content fails, and again afterwards', async () => {
  let now = performance.now();
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
  try {
    await verifier.verify(TOKEN);
    answer = { status: 503, body: '{}' };
    for (let count = 0; count < 5; count += 1) expect(await verifier.verify(TOKEN)).toEqual({ actor: ACTOR });
    expect(asked).toHaveLength(2);
    answer = { status: 200, body: JSON.stringify(toAnswer({ refusal: 'expired' })) };
    now += 1_001;
    expect(await verifier.verify(TOKEN)).toEqual({ refusal: 'expired' });
  } finally {
    clock.mockRestore();
  }
});

it('the remote verifier removes a token from its cache when content refuses it', async () => {
  await verifier.verify(TOKEN);
  answer = { status: 200, body: JSON.stringify(toAnswer({ refusal: 'expired' })) };
  expect(await verifier.verify(TOKEN)).toEqual({ refusal: 'expired' });
  answer = undefined;
  expect(await verifier.verify(TOKEN)).toEqual({ refusal: 'unavailable' });
});
