import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter, once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { type Actor, ANONYMOUS } from '@almanac/auth';
import { Snapshots } from '@almanac/database';
import { Problem, ProblemFilter } from '@almanac/errors';
import { metrics } from '@almanac/observability';
import { until } from '@almanac/testing';
import { type ArgumentsHost, Controller, Get, Global, Module, Req, Res } from '@nestjs/common';
import { APP_INTERCEPTOR, NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import express, { type RequestHandler, type Request, type Response } from 'express';
import { weakTag } from '../input/versions';
import { MAX_REQUEST_MS, rememberRequest } from '../input/request-context';
import { AnswerCacheInterceptor } from './answer-cache.interceptor';
import { ANSWER_CACHE_OPTIONS, AnswerCache, type NamedFile } from './answer-cache';
import { cacheUntilNextMinute, preventCaching } from './answer-validity';
import { sendWrittenJson } from './written-json';

type Act = (response: Response) => unknown;

/** A build that the test ends. */
interface Build {
  /** Runs code within the build. */
  inside: (code: () => void) => void;
  /** Ends the build with the result of the code. */
  end: (act: Act) => void;
}

const begun: Build[] = [];
const problems: unknown[] = [];
const arrivals = new EventEmitter();
let snapshot = 1;
/** Ends before a look at the newest snapshot. */
let beforeLook: Promise<unknown> = Promise.resolve();

async function heldBuild(response: Response): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<Act>();
  begun.push({ inside: AsyncLocalStorage.snapshot(), end: resolve });
  return (await promise)(response);
}

const isFile = (value: unknown): value is NamedFile =>
  typeof value === 'object' && value !== null && 'name' in value && 'content' in value;

/** One cached route of each kind. */
@Controller()
class BuildsController {
  constructor(private readonly cache: AnswerCache) {}

  @Get('answer')
  answer(@Res({ passthrough: true }) response: Response) {
    return heldBuild(response);
  }

  @Get('text')
  async text(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    let own: unknown;
    const text = await this.cache.text('a text', actorOf(request), async () => {
      own = await heldBuild(response);
      return typeof own === 'string' ? own : undefined;
    });
    return text ?? own;
  }

  @Get('file')
  async file(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    const { name, content } = await this.cache.file('a file', actorOf(request), async () => {
      const file = await heldBuild(response);
      if (!isFile(file)) throw new TypeError('a build without a file');
      return file;
    });
    response.set('X-Name', name);
    return content.toString();
  }
}

const actorOf = ({ headers }: Request): Actor => ({ ...ANONYMOUS, name: String(headers['x-caller']) });

const snapshots: object = {
  current: () => beforeLook.then(() => String(snapshot)),
  ofRequest: () => String(snapshot),
};

@Global()
@Module({
  providers: [{ provide: Snapshots, useValue: Object.assign(Object.create(Snapshots.prototype), snapshots) }],
  exports: [Snapshots],
})
class UnchangedDatabaseModule {}

@Module({
  imports: [UnchangedDatabaseModule],
  providers: [
    { provide: ANSWER_CACHE_OPTIONS, useValue: { routes: ['/answer'], callersTakeSnapshots: false } },
    AnswerCache,
    { provide: APP_INTERCEPTOR, useClass: AnswerCacheInterceptor },
  ],
  controllers: [BuildsController],
})
class TestModule {}

class NotingFilter extends ProblemFilter {
  override catch(thrown: unknown, host: ArgumentsHost): void {
    problems.push(thrown);
    super.catch(thrown, host);
  }
}

const ownHeaders: RequestHandler = (request, response, next) => {
  request.actor = actorOf(request);
  response.set('X-Request-Id', request.get('x-request-id') ?? '');
  next();
};

/** The time that a request has left for the begin of its answer. */
const limitTime: RequestHandler = (request, _response, next) => {
  const left = request.get('x-left-ms');
  if (left !== undefined) jest.spyOn(performance, 'now').mockReturnValue(performance.now() + MAX_REQUEST_MS - +left);
  arrivals.emit('request');
  next();
};

let app: NestExpressApplication;
let url: string;
beforeAll(async () => {
  const server = express().disable('etag');
  sendWrittenJson(server);
  app = await NestFactory.create<NestExpressApplication>(TestModule, new ExpressAdapter(server), { logger: false });
  app.use(ownHeaders, rememberRequest, limitTime);
  app.useGlobalFilters(new NotingFilter('content', () => undefined));
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
});
afterAll(() => app.close());
beforeEach(() => {
  snapshot += 10;
  for (const list of [begun, problems]) list.length = 0;
});
afterEach(() => {
  jest.restoreAllMocks();
  for (const build of begun) build.end(() => undefined);
});

const KINDS = ['answer', 'text', 'file'] as const;
type Kind = (typeof KINDS)[number];

/** A result that may be cached. */
const WHOLE: Record<Kind, (text: string) => unknown> = {
  answer: (text) => ({ text }),
  text: (text) => text,
  file: (text) => ({ name: `${text}.txt`, content: Buffer.from(text) }),
};

/** Sends a request, and waits until it builds, or waits for a build. */
async function ask(kind: Kind, { method = 'GET', ...headers }: Record<string, string> = {}) {
  const arrived = once(arrivals, 'request');
  const caller = new AbortController();
  const sent = fetch(`${url}/${kind}`, { method, headers: { connection: 'close', ...headers }, signal: caller.signal });
  const answer = sent.then(
    async (got) => ({ status: got.status, text: await got.text(), headers: got.headers }),
    () => undefined,
  );
  await arrived;
  await turn();
  jest.restoreAllMocks();
  return { answer, leave: () => caller.abort() };
}

const isBegun = (builds: number) => until(() => begun.length >= builds);

const OUTCOMES = ['hit', 'joined', 'miss'];
async function lookups(): Promise<number[]> {
  const text = await metrics.getSingleMetricAsString('almanac_answer_cache_total');
  return OUTCOMES.map((outcome) => Number(new RegExp(`"${outcome}"} (\\d+)`).exec(text)?.[1] ?? 0));
}

/** Two callers share one build, which shows that nothing is left of earlier ones of the same name. */
async function requireNothingLeft(kind: Kind): Promise<void> {
  const before = snapshot;
  snapshot = before + 1;
  const built = begun.length;
  // Displaces what is cached.
  const displacing = await ask(kind);
  begun[built]?.end(() => WHOLE[kind]('displacing'));
  expect((await displacing.answer)?.text).toContain('displacing');
  snapshot = before;
  const callers = [await ask(kind), await ask(kind)];
  expect(begun).toHaveLength(built + 2);
  begun[built + 1]?.end(() => WHOLE[kind]('anew'));
  for (const { answer } of callers) expect((await answer)?.text).toContain('anew');
}

describe.each(KINDS)('callers of one %s at the same time', (kind) => {
  it('share one build, and the next one gets the cached result', async () => {
    const before = await lookups();
    const callers = [];
    for (let number = 0; number < 8; number += 1) callers.push(await ask(kind));
    expect(begun).toHaveLength(1);
    begun[0]?.end(() => WHOLE[kind]('one'));
    const answers = await Promise.all([...callers, await ask(kind)].map(({ answer }) => answer));
    const [first, ...others] = answers.map((answer) => [answer?.status, answer?.text, answer?.headers.get('x-name')]);
    expect(first).toEqual([200, expect.stringContaining('one'), kind === 'file' ? 'one.txt' : null]);
    expect(others).toEqual(Array(8).fill(first));
    expect((await lookups()).map((count, index) => count - (before[index] ?? 0))).toEqual([1, 7, 1]);
    await requireNothingLeft(kind);
  });

  it('do not share it when their rights differ', async () => {
    const callers = [await ask(kind, { 'x-caller': 'one' }), await ask(kind, { 'x-caller': 'other' })];
    expect(begun).toHaveLength(2);
    for (const [number, build] of begun.entries()) build.end(() => WHOLE[kind](`of ${number}`));
    for (const [number, { answer }] of callers.entries()) expect((await answer)?.text).toContain(`of ${number}`);
  });

  it('do not share it when something was committed between them', async () => {
    const former = await ask(kind);
    snapshot += 1;
    const later = [await ask(kind), await ask(kind)];
    expect(begun).toHaveLength(2);
    begun[1]?.end(() => WHOLE[kind]('new'));
    for (const { answer } of later) expect((await answer)?.text).toContain('new');
    begun[0]?.end(() => WHOLE[kind]('old'));
    expect((await former.answer)?.text).toContain('old');
    expect((await (await ask(kind)).answer)?.text).toContain('new');
  });

  it('build by themselves as soon as the first hangs up', async () => {
    const [first, second] = [await ask(kind), await ask(kind)];
    expect(begun).toHaveLength(1);
    first.leave();
    await isBegun(2);
    const third = await ask(kind);
    expect(begun).toHaveLength(2);
    begun[1]?.end(() => WHOLE[kind]('second'));
    for (const { answer } of [second, third])
      expect(await answer).toMatchObject({ status: 200, text: expect.stringContaining('second') });
    await requireNothingLeft(kind);
  });

  it('build by themselves as soon as the time of the first is over', async () => {
    const [, second] = [await ask(kind, { 'x-left-ms': '50' }), await ask(kind)];
    await isBegun(2);
    begun[1]?.end(() => WHOLE[kind]('second'));
    expect(await second.answer).toMatchObject({ status: 200, text: expect.stringContaining('second') });
    await requireNothingLeft(kind);
  });

  it('do not wait for a build that will never hold', async () => {
    const waiting = [await ask(kind), await ask(kind)];
    expect(begun).toHaveLength(1);
    begun[0]?.inside(preventCaching);
    await isBegun(2);
    waiting.push(await ask(kind));
    expect(begun).toHaveLength(3);
    for (const build of begun) build.end(() => WHOLE[kind]('own'));
    for (const { answer } of waiting) expect((await answer)?.status).toBe(200);
    await requireNothingLeft(kind);
  });

  it('stop to wait when they hang up', async () => {
    const [first, second] = [await ask(kind), await ask(kind)];
    expect(begun).toHaveLength(1);
    second.leave();
    await until(() => problems.length > 0);
    expect(problems).toEqual([expect.objectContaining({ message: 'The caller has left.' })]);
    begun[0]?.end(() => WHOLE[kind]('first'));
    expect((await first.answer)?.status).toBe(200);
    expect(begun).toHaveLength(1);
    await requireNothingLeft(kind);
  });

  it('get 503 when their own time is over', async () => {
    const [first, second] = [await ask(kind), await ask(kind, { 'x-left-ms': '0' })];
    expect(begun).toHaveLength(1);
    const { status, headers } = (await second.answer) ?? {};
    expect([status, headers?.get('retry-after')]).toEqual([503, '5']);
    begun[0]?.end(() => WHOLE[kind]('first'));
    expect((await first.answer)?.status).toBe(200);
    await requireNothingLeft(kind);
  });
});

type Unshared = [outcome: string, kinds: readonly Kind[], status: number, act: (kind: Kind) => Act];
const UNSHARED: Unshared[] = [
  [
    'a failure',
    KINDS,
    409,
    () => () => {
      throw new Problem(409, 'It is locked.');
    },
  ],
  [
    'a result that never holds',
    KINDS,
    200,
    (kind) => () => {
      preventCaching();
      return WHOLE[kind]('first');
    },
  ],
  [
    'a result of a minute that has passed',
    KINDS,
    200,
    (kind) => () => {
      const minute = cacheUntilNextMinute().getTime();
      jest.spyOn(Date, 'now').mockReturnValue(minute + 60_000);
      return WHOLE[kind]('first');
    },
  ],
  [
    'another status',
    ['answer'],
    203,
    () => (response) => {
      response.status(203);
      return { text: 'first' };
    },
  ],
  ['no JSON', ['answer'], 200, () => () => 'first'],
  ['a page with parts of its own', ['text'], 200, () => () => ({ own: 'first' })],
  ['a file on disk', ['file'], 200, () => () => ({ name: 'first.txt', content: '/first' })],
];
const ROWS = UNSHARED.flatMap(([outcome, kinds, ...row]) => kinds.map((kind) => [outcome, kind, ...row] as const));

it.each(ROWS)('after %s, callers of the same %s each build by themselves', async (_outcome, kind, status, act) => {
  const first = await ask(kind);
  const others = [await ask(kind), await ask(kind)];
  expect(begun).toHaveLength(1);
  begun[0]?.end(act(kind));
  expect((await first.answer)?.status).toBe(status);
  jest.restoreAllMocks();
  await isBegun(3);
  for (const [number, build] of begun.entries()) build.end(() => WHOLE[kind](`own ${number}`));
  const texts = await Promise.all(others.map(async ({ answer }) => (await answer)?.text));
  expect(texts.sort()).toEqual([expect.stringContaining('own 1'), expect.stringContaining('own 2')]);
  await requireNothingLeft(kind);
});

it.each(['text', 'file'] as const)('a caller of a %s does not join when its minute has passed', async (kind) => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  beforeLook = promise;
  const first = await ask(kind);
  const minute = Math.floor(Date.now() / 60_000) * 60_000;
  begun[0]?.end(() => {
    jest.spyOn(Date, 'now').mockReturnValue(minute);
    cacheUntilNextMinute();
    return WHOLE[kind]('first');
  });
  await turn();
  jest.mocked(Date.now).mockReturnValue(minute + 60_000);
  const second = ask(kind);
  await isBegun(2);
  begun[1]?.end(() => WHOLE[kind]('second'));
  resolve(undefined);
  expect((await (await second).answer)?.text).toContain('second');
  expect((await first.answer)?.text).toContain('first');
});

describe('an answer of the build for another caller', () => {
  const LIST = [{ text: 'first' }];
  const ETAG = weakTag(JSON.stringify(LIST));
  const list: Act = (response) => {
    response.set({ 'X-Total-Count': '1', Link: '</next>; rel="next"' });
    return LIST;
  };

  it.each([
    ['without a condition', {}, 200, JSON.stringify(LIST)],
    ['whose condition names its version', { 'if-none-match': ETAG }, 304, ''],
    ['whose condition names another version', { 'if-none-match': '"other"' }, 200, JSON.stringify(LIST)],
    ['of HEAD', { method: 'HEAD' }, 200, ''],
  ])('is that of the own request %s', async (_condition, request, status, text) => {
    const one = await ask('answer', { 'x-request-id': 'first' });
    const other = await ask('answer', { 'if-none-match': ETAG, 'x-request-id': 'another' });
    const own = await ask('answer', { ...request, 'x-request-id': 'own' });
    expect(begun).toHaveLength(1);
    begun[0]?.end(list);
    expect(await one.answer).toMatchObject({ status: 200, text: JSON.stringify(LIST) });
    expect(await other.answer).toMatchObject({ status: 304, text: '' });
    const answer = await own.answer;
    expect(answer).toMatchObject({ status, text });
    const names = ['etag', 'x-total-count', 'link', 'x-request-id'];
    expect(names.map((name) => answer?.headers.get(name))).toEqual([ETAG, '1', '</next>; rel="next"', 'own']);
  });

  it('is whole when the first caller knows the version', async () => {
    const first = await ask('answer', { 'if-none-match': ETAG });
    const own = await ask('answer');
    expect(begun).toHaveLength(1);
    begun[0]?.end(list);
    expect(await first.answer).toMatchObject({ status: 304, text: '' });
    expect(await own.answer).toMatchObject({ status: 200, text: JSON.stringify(LIST) });
  });
});
