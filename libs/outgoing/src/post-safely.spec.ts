import { AllowedHosts } from './checked-target';
import { type PostOptions, postSafely } from './post-safely';
import { StrangeServer } from './testing/strange-server';

const OPTIONS: PostOptions = { timeoutMs: 60_000, headers: { 'content-type': 'text/plain' }, maxAnswerBytes: 10 };

let server: StrangeServer;
beforeAll(async () => {
  server = await StrangeServer.start((request, response) => {
    if (request.url === '/silent') return;
    if (request.url === '/away') response.writeHead(302, { location: '/' });
    if (request.url === '/broken') response.statusCode = 500;
    const given: Buffer[] = [];
    request.on('data', (chunk: Buffer) => given.push(chunk));
    request.on('end', () =>
      response.end(`${request.method} ${request.headers['content-type']} ${Buffer.concat(given).toString()}`),
    );
  });
});
afterAll(() => server.stop());

const post = (path: string, options: Partial<PostOptions> = {}) =>
  postSafely(`http://${server.host}${path}`, 'body', {
    ...OPTIONS,
    allowedHosts: new AllowedHosts([server.host]),
    ...options,
  });
const refusal = (reason: string): unknown => expect.objectContaining({ name: 'OutgoingError', reason });

describe('postSafely', () => {
  it('sends body and headers, and returns status and answer', async () => {
    expect(await post('/', { maxAnswerBytes: 100 })).toEqual({ status: 200, answer: 'POST text/plain body' });
  });

  it('returns the beginning of a longer answer', async () => {
    expect(await post('/')).toEqual({ status: 200, answer: 'POST text/' });
  });

  it.each([
    ['/broken', 500],
    ['/away', 302],
  ])('returns the status of %s', async (path, status) => {
    expect(await post(path)).toMatchObject({ status });
  });

  it('ends a silent request at the time limit, or when its signal is aborted', async () => {
    await expect(post('/silent', { timeoutMs: 100 })).rejects.toEqual(refusal('time'));
    await expect(post('/silent', { signal: AbortSignal.abort() })).rejects.toEqual(refusal('unreachable'));
  });

  it('connects to public addresses only', async () => {
    const asked = server.asked;
    await expect(post('/', { allowedHosts: new AllowedHosts() })).rejects.toEqual(refusal('forbidden'));
    const resolve = async () => [{ address: '10.0.0.7', family: 4 }];
    await expect(postSafely('http://hooks.example/', 'body', { ...OPTIONS, resolve })).rejects.toEqual(
      refusal('forbidden'),
    );
    expect(server.asked).toBe(asked);
  });
});
