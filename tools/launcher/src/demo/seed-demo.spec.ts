import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RecordingApi } from '../testing/recording-api';
import { seedDemo } from './seed-demo';

const token = `${'i'.repeat(32)}:${'s'.repeat(32)}`;

describe('seedDemo', () => {
  let api: RecordingApi;
  let server: Server;
  let folder: string;
  let options: Parameters<typeof seedDemo>[0];

  beforeEach(async () => {
    api = new RecordingApi(token);
    server = createServer(api.app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    folder = mkdtempSync(path.join(tmpdir(), 'almanac-demo-'));
    options = {
      baseUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
      token,
      passwordsFile: path.join(folder, 'demo-passwords.json'),
      pictureUrl: (name) => `http://127.0.0.1:1/${name}.webp`,
    };
  });

  afterEach(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  it('creates nothing the second time', async () => {
    expect(await seedDemo(options)).toEqual({ wasThere: false });
    const before = api.recorded.length;
    expect(await seedDemo(options)).toEqual({ wasThere: true });
    expect(api.recorded).toHaveLength(before);
  });

  it('leaves the content of an earlier demo as it is', async () => {
    api.add('/api/shelves', { name: 'Around the Table' });
    expect(await seedDemo(options)).toEqual({ wasThere: true });
    expect(api.recorded).toHaveLength(1);
  });

  it('gives people random passwords in a file for its owner only', async () => {
    await seedDemo(options);
    const passwords = new Map<string, unknown>(Object.entries(JSON.parse(readFileSync(options.passwordsFile, 'utf8'))));
    expect(statSync(options.passwordsFile).mode & 0o777).toBe(0o600);
    expect(new Set(passwords.values()).size).toBe(5);
    const people = api.of('/api/users').map(({ body }) => [body['email'], body['password']]);
    expect(people).toHaveLength(4);
    expect(people).toEqual(expect.arrayContaining([['sana@tidewater.example', expect.stringMatching(/^\w{20}$/)]]));
    expect(people.map(([email]) => passwords.get(String(email)))).toEqual(people.map(([, password]) => password));
  });

  it('uses the passwords of an interrupted run again', async () => {
    api.failsAt('/api/chapters');
    await expect(seedDemo(options)).rejects.toThrow();
    const before = readFileSync(options.passwordsFile, 'utf8');
    api.failsAt(undefined);
    await seedDemo(options);
    expect(readFileSync(options.passwordsFile, 'utf8')).toBe(before);
  });

  it('completes an interrupted run without duplicates', async () => {
    api.failsAt('/api/attachments');
    await expect(seedDemo(options)).rejects.toThrow();
    api.failsAt(undefined);
    expect(await seedDemo(options)).toEqual({ wasThere: false });
    const keys = api.recorded
      .filter(({ path: kind }) => /\/(books|chapters|pages|shelves|users|roles|venues|events|attachments)$/.test(kind))
      .map(
        ({ path: kind, body }) =>
          `${kind} ${String(body['name'] ?? body['title'] ?? body['venue'] ?? body['display_name'])}`,
      );
    expect(keys.length).toBeGreaterThan(80);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('hides the book of the board, also when the run before was interrupted after its creation', async () => {
    api.failsAt('/api/pages');
    await expect(seedDemo(options)).rejects.toThrow();
    api.failsAt(undefined);
    api.changed.length = 0;
    await seedDemo(options);
    const book = api.recorded.findIndex(({ body }) => body['name'] === 'Board Papers') + 1;
    expect(api.changed).toContain(`/api/content-permissions/book/${book}`);
  });

  it('removes its tokens, also after a failure', async () => {
    api.failsAt('/api/shelves');
    await expect(seedDemo(options)).rejects.toThrow();
    expect(api.tokens).toEqual(new Set([token]));
    api.failsAt(undefined);
    await seedDemo(options);
    expect(api.tokens).toEqual(new Set([token]));
  });

  it('retries when the rate limit refuses a request', async () => {
    api.refusals = 2;
    expect(await seedDemo(options)).toEqual({ wasThere: false });
    expect(api.refusals).toBe(0);
  });

  it('rejects with the request and its record when one is refused', async () => {
    api.failsAt('/api/webhooks');
    await expect(seedDemo(options)).rejects.toThrow('POST /api/webhooks (Team chat: new pages) answered 500: ');
  });

  it('rejects when the token is refused', async () => {
    await expect(seedDemo({ ...options, token: 'wrong' })).rejects.toThrow(/^GET \/api\/shelves.* answered 401: /);
  });
});
