import { createLogger, metrics } from '@almanac/observability';
import { REDIS_SERVER, RedisServer, until } from '@almanac/testing';
import { RedisHits } from './redis-hits';

const HOUR = 3_600_000;

if (REDIS_SERVER === undefined) it.skip('RedisHits needs the server that tools/ci/redis.sh installs', () => undefined);
else {
  const program = REDIS_SERVER;
  let server: RedisServer;
  let processes: RedisHits[];
  let warned: string[];
  beforeEach(async () => {
    server = await RedisServer.start(program);
    warned = [];
    processes = [];
  });
  afterEach(async () => {
    await Promise.all(processes.map((hits) => hits.onApplicationShutdown()));
    await server.stop();
  });

  /** Patient by default, so that a busy machine does not pass for a silent Redis. */
  async function startProcess({ prefix = 'test:', commandMs = 60_000, url = server.url } = {}): Promise<RedisHits> {
    const logger = createLogger({ name: 'test', level: 'silent', format: 'json' });
    for (const level of ['info', 'warn'] as const)
      jest.spyOn(logger, level).mockImplementation((...logged: unknown[]) => {
        warned.push(String(logged.at(-1)));
      });
    const hits = new RedisHits(url, prefix, logger, commandMs);
    processes.push(hits);
    await hits.onModuleInit();
    return hits;
  }

  const fallbacks = async () =>
    Number(/^almanac_shared_counts_fallbacks_total (\d+)$/m.exec(await metrics.metrics())?.[1] ?? 0);

  describe('RedisHits', () => {
    it('counts over all processes, in windows that end', async () => {
      const [one, other] = [await startProcess(), await startProcess()];
      expect(await one.add('key', 1_500)).toMatchObject({ count: 1 });
      const { count, endsInMs } = await other.add('key', HOUR);
      expect(count).toBe(2);
      expect(endsInMs).toBeLessThanOrEqual(1_500);
      expect(await one.read('key')).toBe(2);
      await until(async () => (await one.read('key')) === 0);
      expect(await other.add('key', HOUR)).toEqual({ count: 1, endsInMs: HOUR });
    });

    it('counts concurrent hits exactly', async () => {
      const [one, other] = [await startProcess(), await startProcess()];
      const hits = await Promise.all(
        Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? one : other).add('key', HOUR)),
      );
      const counts = hits.map(({ count }) => count).sort((a, b) => a - b);
      expect(counts).toEqual(Array.from({ length: 200 }, (_, at) => at + 1));
    });

    it('takes hits back, down to none', async () => {
      const hits = await startProcess();
      await hits.add('key', HOUR);
      expect(await hits.add('key', HOUR, -5)).toMatchObject({ count: 0 });
      expect(await hits.add('key', HOUR)).toMatchObject({ count: 1 });
    });

    it('keeps the counts of services apart', async () => {
      const [content, calendar] = [
        await startProcess({ prefix: 'content:' }),
        await startProcess({ prefix: 'calendar:' }),
      ];
      await content.add('key', HOUR);
      expect(await calendar.add('key', HOUR)).toMatchObject({ count: 1 });
      expect([content.processes, calendar.processes]).toEqual([1, 1]);
    });

    it('knows the number of processes that share the counts', async () => {
      const first = await startProcess();
      const second = await startProcess();
      expect(second.processes).toBe(2);
      await until(() => first.processes === 2);
      await second.onApplicationShutdown();
      await until(() => first.processes === 1);
    });

    it('counts alone while Redis is away, and together again when it is back', async () => {
      const [one, other] = [await startProcess(), await startProcess()];
      await one.add('key', HOUR);
      const before = await fallbacks();
      await server.stop();
      // The hit of the time before is lost with the server, so each process begins anew.
      expect(await Promise.all([one.add('key', HOUR), other.add('key', HOUR)])).toMatchObject([
        { count: 1 },
        { count: 1 },
      ]);
      expect(await fallbacks()).toBe(before + 2);
      await until(() => one.processes === 1);
      await server.run();
      await until(async () => {
        const key = `key ${Math.random()}`;
        await one.add(key, HOUR);
        return (await other.add(key, HOUR)).count === 2;
      });
      expect(warned.filter((message) => message.includes('does not answer'))).toHaveLength(2);
      await until(() => warned.filter((message) => message.includes('answers again')).length === 2);
    });

    it('counts alone while Redis is silent', async () => {
      const hits = await startProcess({ commandMs: 500 });
      server.pause();
      expect(await hits.add('key', HOUR)).toMatchObject({ count: 1 });
      expect(await hits.add('key', HOUR)).toMatchObject({ count: 2 });
      server.resume();
      const before = await fallbacks();
      await until(async () => {
        const seen = await fallbacks();
        await hits.read('key');
        return (await fallbacks()) === seen;
      });
      expect(await fallbacks()).toBeGreaterThanOrEqual(before);
    });

    it('starts with a password that Redis refuses, counts alone, and says so once', async () => {
      await server.command('', 'CONFIG', 'SET', 'requirepass', 'right');
      const hits = await startProcess({ url: server.urlWith('wrong') });
      expect([await hits.add('key', HOUR), hits.processes]).toMatchObject([{ count: 1 }, 1]);
      await server.command('right', 'CONFIG', 'SET', 'requirepass', 'wrong');
      await until(() => warned.some((message) => message.includes('answers again')));
      expect(warned.filter((message) => message.includes('does not answer'))).toHaveLength(1);
    });

    it('starts without Redis', async () => {
      await server.stop();
      const hits = await startProcess();
      expect([await hits.add('key', HOUR), hits.processes]).toMatchObject([{ count: 1 }, 1]);
      await server.run();
      await until(async () => {
        await hits.add('later', HOUR);
        return (await hits.read('later')) > 0 && warned.some((message) => message.includes('answers again'));
      });
    });
  });
}
