import type { RequestListener, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { AllowedHosts } from './checked-target';
import { fetchSafely, type OutgoingOptions } from './fetch-safely';
import { StrangeServer } from './testing/strange-server';

const LIMIT = 100_000;
const OPTIONS = { maxBytes: LIMIT, timeoutMs: 10_000, maxRedirects: 2, accept: 'image/*' };

function repeat(response: ServerResponse, chunk: Buffer | string, everyMs: number): void {
  const timer = setInterval(() => response.write(chunk), everyMs);
  response.on('close', () => clearInterval(timer));
}

const routes: Record<string, RequestListener> = {
  '/plain': (request, response) => response.end(`${request.headers.accept} ${request.headers['accept-encoding']}`),
  '/nothing-here': (_, response) => response.writeHead(404).end('a page'),
  '/once': (_, response) => response.writeHead(302, { location: '/plain' }).end(),
  '/twice': (_, response) => response.writeHead(308, { location: 'once' }).end(),
  '/loop': (_, response) => response.writeHead(301, { location: '/loop' }).end(),
  '/inside': (_, response) => response.writeHead(302, { location: `http://${inside.host}/secret` }).end(),
  '/file': (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/nowhere': (_, response) => response.writeHead(302).end(),
  '/announced': (_, response) => response.writeHead(200, { 'content-length': LIMIT + 1 }).end(Buffer.alloc(LIMIT + 1)),
  '/endless': (_, response) => repeat(response, Buffer.alloc(LIMIT / 4), 1),
  '/lying-short': (_, response) =>
    response.socket?.end(`HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\n${'x'.repeat(LIMIT * 2)}`),
  '/lying-long': (_, response) => response.socket?.end('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nshort'),
  '/garbage': (_, response) => response.socket?.end('220 mail.example ESMTP\r\n'),
  '/bomb': (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000))),
  '/silent': () => undefined,
  '/slow': (_, response) => repeat(response, '.', 20),
  '/exact': (_, response) => response.end(Buffer.alloc(LIMIT)),
};

let server: StrangeServer;
/** A server that is not among the allowed hosts. */
let inside: StrangeServer;
beforeAll(async () => {
  inside = await StrangeServer.start((_, response) => response.end('secret'));
  server = await StrangeServer.start((request, response) => routes[request.url ?? '']?.(request, response));
});
afterAll(async () => {
  await server.stop();
  await inside.stop();
});

const fetched = (path: string, options: Partial<OutgoingOptions> = {}) =>
  fetchSafely(`http://${server.host}${path}`, {
    ...OPTIONS,
    allowedHosts: new AllowedHosts([server.host]),
    ...options,
  });
const refusal = (reason: string): unknown => expect.objectContaining({ name: 'OutgoingError', reason });

it('fetchSafely returns the body, and requests the given type without compression', async () => {
  const { body, url } = await fetched('/plain');
  expect([body.toString(), url]).toEqual(['image/* identity', `http://${server.host}/plain`]);
});

it('fetchSafely accepts a body of exactly the maximum size', async () => {
  expect((await fetched('/exact')).body).toHaveLength(LIMIT);
});

it('fetchSafely follows redirects up to the limit', async () => {
  expect(await fetched('/twice')).toMatchObject({ url: `http://${server.host}/plain` });
  await expect(fetched('/twice', { maxRedirects: 1 })).rejects.toEqual(refusal('redirects'));
  await expect(fetched('/loop')).rejects.toEqual(refusal('redirects'));
});

it('fetchSafely refuses redirects to internal hosts and other schemes', async () => {
  await expect(fetched('/inside')).rejects.toEqual(refusal('forbidden'));
  await expect(fetched('/file')).rejects.toEqual(refusal('address'));
  expect(inside.asked).toBe(0);
});

it.each([
  ['/nothing-here', 'status'],
  ['/nowhere', 'status'],
  ['/announced', 'size'],
  ['/endless', 'size'],
  ['/lying-long', 'unreachable'],
  ['/garbage', 'unreachable'],
  ['/bomb', 'encoding'],
])('fetchSafely refuses the response of %s with reason %s', async (path, reason) => {
  await expect(fetched(path)).rejects.toEqual(refusal(reason));
});

it('fetchSafely reads no more bytes than the Content-Length', async () => {
  expect((await fetched('/lying-short')).body.toString()).toBe('xxxx');
});

it.each(['/silent', '/slow'])('fetchSafely ends a request to %s at the time limit', async (path) => {
  await expect(fetched(path, { timeoutMs: 300 })).rejects.toEqual(refusal('time'));
});

describe('a host name', () => {
  const resolving = (...addresses: string[]): Partial<OutgoingOptions> => ({
    allowedHosts: new AllowedHosts(),
    resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  });
  const ask = (host: string, options: Partial<OutgoingOptions>) =>
    fetchSafely(`http://${host}:8080/`, { ...OPTIONS, ...options });

  it.each([
    ['of this machine', ['127.0.0.1']],
    ['of this machine by IPv6', ['::1']],
    ['of a private network', ['10.1.2.3']],
    ['of a cloud’s metadata', ['169.254.169.254']],
    ['with a public address and a private one', ['8.8.8.8', '192.168.0.1']],
  ])('%s is refused', async (_, addresses) => {
    await expect(ask('images.example', resolving(...addresses))).rejects.toEqual(refusal('forbidden'));
  });

  it('without an address is unreachable', async () => {
    await expect(ask('images.example', resolving())).rejects.toEqual(refusal('unreachable'));
  });
});
