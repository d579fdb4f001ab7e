import type { INestApplication } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { createLogger } from '../log/logger';
import { NestLogger } from '../log/nest-logger';
import { metrics } from '../metrics/metrics';
import { HealthController, HealthModule } from './health.module';
import { type HealthChecks, type HealthOptions, runChecks, UNKNOWN } from './readiness';

let app: INestApplication | undefined;
beforeEach(() => metrics.resetMetrics());
afterEach(() => app?.close());

async function listening(checks: HealthChecks, options: Omit<HealthOptions, 'checks'> = {}) {
  @Module({ imports: [HealthModule.forRoot({ checks, ...options })] })
  class App {}

  const lines: string[] = [];
  const logger = createLogger(
    { level: 'warn', format: 'json', name: 'tester' },
    { write: (line) => void lines.push(line) },
  );
  app = await NestFactory.create(App, { logger: new NestLogger(logger) });
  await app.listen(0, '127.0.0.1');
  return { url: await app.getUrl(), lines };
}

const works = () => Promise.resolve();
const fails = (): Promise<void> => Promise.reject(new Error('password authentication failed for user "almanac"'));

describe('GET /healthz', () => {
  it('returns 200 even when a check fails', async () => {
    const { url } = await listening({ database: fails });
    const res = await fetch(`${url}/healthz`);
    expect([res.status, await res.json()]).toEqual([200, { status: 'ok' }]);
    expect(res.headers.get('cache-control')).toBe('no-store');
  });
});

describe('GET /readyz', () => {
  it('returns 200 with the result of each check', async () => {
    const { url } = await listening({ database: works, store: works });
    const res = await fetch(`${url}/readyz`);
    expect([res.status, await res.json()]).toEqual([200, { status: 'ok', checks: { database: 'ok', store: 'ok' } }]);
  });

  it('returns 503 with the failing checks, and writes the cause only to the log', async () => {
    const { url, lines } = await listening({ database: fails, store: works });
    const res = await fetch(`${url}/readyz`);
    const body = await res.text();
    expect([res.status, JSON.parse(body)]).toEqual([
      503,
      { status: 'unavailable', checks: { database: 'failing', store: 'ok' } },
    ]);
    expect(body).not.toContain('authentication');
    expect(lines.join('')).toContain('password authentication failed');
  });

  it('returns 200 and names a failing check that is dispensable', async () => {
    const { url } = await listening({ database: works, store: fails }, { dispensable: ['store'] });
    const res = await fetch(`${url}/readyz`);
    expect([res.status, await res.json()]).toEqual([
      200,
      { status: 'degraded', checks: { database: 'ok', store: 'failing' } },
    ]);
  });

  it('tells Prometheus the latest result of each check', async () => {
    let store = fails;
    const { url } = await listening({ database: works, store: () => store() }, { dispensable: ['store'] });
    const shown = async () => {
      await fetch(`${url}/readyz`);
      return (await metrics.getSingleMetricAsString('almanac_ready_check'))
        .split('\n')
        .filter((line) => !line.startsWith('#'));
    };
    expect(await shown()).toEqual(['almanac_ready_check{check="database"} 1', 'almanac_ready_check{check="store"} 0']);
    store = works;
    expect(await shown()).toEqual(['almanac_ready_check{check="database"} 1', 'almanac_ready_check{check="store"} 1']);
  });

  it('returns 503 until a check that is needed at the start has passed once', async () => {
    let store = fails;
    const { url } = await listening({ database: works, store: () => store() }, { neededAtStart: ['store'] });
    const status = async () => (await fetch(`${url}/readyz`)).status;
    expect(await status()).toBe(503);
    store = works;
    expect(await status()).toBe(200);
    store = fails;
    expect(await status()).toBe(200);
  });

  it('takes a check that could not find out for neither passed nor failed', async () => {
    let store: HealthChecks[string] = () => Promise.resolve(UNKNOWN);
    const { url } = await listening({ database: works, store: () => store() }, { neededAtStart: ['store'] });
    const read = async () => {
      const answer = await fetch(`${url}/readyz`);
      const shown = await metrics.getSingleMetricAsString('almanac_ready_check');
      return [answer.status, await answer.json(), /check="store"} (\d)/.exec(shown)?.[1]];
    };
    const checks = (result: string) => ({ database: 'ok', store: result });
    expect(await read()).toEqual([200, { status: 'ok', checks: checks('ok') }, undefined]);
    store = fails;
    expect(await read()).toEqual([503, { status: 'unavailable', checks: checks('failing') }, '0']);
    store = () => Promise.resolve(UNKNOWN);
    expect(await read()).toEqual([200, { status: 'ok', checks: checks('ok') }, '0']);
    store = works;
    expect(await read()).toEqual([200, { status: 'ok', checks: checks('ok') }, '1']);
    store = fails;
    expect(await read()).toEqual([200, { status: 'degraded', checks: checks('failing') }, '0']);
  });

  it('returns 503 when a check throws synchronously', async () => {
    const { url } = await listening({
      database: () => {
        throw new Error('not connected');
      },
    });
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
  });

  it('limits the time of a check that never ends', async () => {
    const [result] = await runChecks({ database: () => new Promise(() => undefined) }, 20);
    expect(result).toMatchObject({ name: 'database', failure: { message: 'no answer within 20 ms' } });
  });
});

it('HealthController is public for the auth guard', () => {
  expect(new Reflector().get('almanac:public', HealthController)).toBe(true);
});
