import { withLogContext, createLogger, type LogFormat, type LogLevel } from './logger';
import { NestLogger } from './nest-logger';

function recorded(level: LogLevel = 'info', format: LogFormat = 'json') {
  const lines: string[] = [];
  const logger = createLogger({ level, format, name: 'tester' }, { write: (line) => void lines.push(line) });
  return { logger, lines, entries: () => lines.map((line): unknown => JSON.parse(line)) };
}

describe('createLogger', () => {
  it('writes one JSON line per message', () => {
    const { logger, entries } = recorded();
    logger.info({ port: 8080 }, 'listening');
    expect(entries()).toEqual([
      expect.objectContaining({ level: 'info', name: 'tester', msg: 'listening', port: 8080 }),
    ]);
  });

  it('writes nothing below its level', () => {
    const { logger, lines } = recorded('warn');
    logger.info('nothing');
    expect(lines).toEqual([]);
  });

  it.each([
    ['at the top', { token: 'hunter2' }],
    ['in any case', { Authorization: 'Token a:hunter2' }],
    ['inside a longer name', { 'set-cookie': 'hunter2', passwordConfirm: 'hunter2', service_secret: 'hunter2' }],
    ['deep inside', { request: { headers: { cookie: 'hunter2' } } }],
    ['in a list', { users: [{ name: 'a', password: 'hunter2' }] }],
    ['beyond the depth that is shown', { a: { b: { c: { d: { e: { f: { g: { password: 'hunter2' } } } } } } } }],
  ])('never writes a secret %s', (_where, fields) => {
    const { logger, lines } = recorded();
    logger.info(fields, 'message');
    logger.child(fields).info('child');
    expect(lines).toHaveLength(2);
    expect(lines.join('')).not.toContain('hunter2');
  });

  it('writes an error and its causes without secret properties', () => {
    const { logger, lines, entries } = recorded();
    const cause = Object.assign(new Error('duplicate key'), { code: '23505', parameters: ['hunter2'] });
    logger.error({ err: new TypeError('not saved', { cause }) }, 'failed');
    expect(entries()[0]).toMatchObject({
      err: { type: 'TypeError', message: 'not saved', cause: { message: 'duplicate key', code: '23505' } },
    });
    expect(lines.join('')).not.toContain('hunter2');
  });

  it.each<[string, unknown, object]>([
    [
      'a copy of an error',
      { message: 'no', stack: 'Error: no', password: 'hunter2' },
      { message: 'no', stack: 'Error: no' },
    ],
    ['another object by its keys', { reason: 'hunter2' }, { message: 'no error, but an object with reason' }],
    ['a text', 'no', { type: 'string', message: 'no' }],
  ])('writes the cause when it is %s', (_what, thrown, shown) => {
    const { logger, lines, entries } = recorded();
    logger.error({ error: thrown }, 'failed');
    expect(entries()[0]).toMatchObject({ error: shown });
    expect(lines.join('')).not.toContain('hunter2');
  });

  it('adds the log context to each line', async () => {
    const { logger, entries } = recorded();
    await withLogContext({ request_id: 'a' }, async () => {
      await Promise.resolve();
      logger.info({ port: 1 }, 'inside');
      logger.child({ part: 'b' }).info('child');
    });
    logger.info('outside');
    expect(entries()).toEqual([
      expect.objectContaining({ request_id: 'a', port: 1 }),
      expect.objectContaining({ request_id: 'a', part: 'b' }),
      expect.not.objectContaining({ request_id: 'a' }),
    ]);
  });

  it('writes an object that contains itself', () => {
    const { logger, lines } = recorded();
    const loop: Record<string, unknown> = {};
    loop['self'] = loop;
    logger.info({ loop }, 'message');
    expect(lines).toHaveLength(1);
  });

  it('writes readable lines in the pretty format', () => {
    const { logger, lines } = recorded('info', 'pretty');
    logger.warn({ port: 8080, token: 'hunter2' }, 'listening');
    expect(lines[0]).toMatch(
      /^\[\d\d:\d\d:\d\d\.\d{3}\] WARN \(tester\): listening {"port":8080,"token":"\[redacted\]"}\n$/,
    );
  });

  it('writes the stack below the line in the pretty format', () => {
    const { logger, lines } = recorded('info', 'pretty');
    logger.error({ err: new Error('broken', { cause: new Error('root') }) }, 'failed');
    expect(lines[0]).toMatch(/ERROR \(tester\): failed\s*\n[^]+Error: broken\n\s+at [^]+Error: root\n\s+at /);
  });
});

describe('NestLogger', () => {
  it.each([
    ['log', 'info'],
    ['warn', 'warn'],
    ['error', 'error'],
    ['fatal', 'fatal'],
    ['debug', 'debug'],
    ['verbose', 'trace'],
  ] as const)('writes %s at level %s with its context', (method, level) => {
    const { logger, entries } = recorded('trace');
    new NestLogger(logger)[method]('Nest application started', 'NestApplication');
    expect(entries()).toEqual([
      expect.objectContaining({ level, msg: 'Nest application started', context: 'NestApplication' }),
    ]);
  });

  it('writes routes and modules of Nest at debug', () => {
    const { logger, entries } = recorded('trace');
    new NestLogger(logger).log('Mapped {/healthz, GET} route', 'RouterExplorer');
    expect(entries()).toEqual([expect.objectContaining({ level: 'debug', context: 'RouterExplorer' })]);
  });

  it('recognises a stack and a context', () => {
    const { logger, entries } = recorded();
    const { stack } = new Error('x');
    new NestLogger(logger).error('failed', stack);
    new NestLogger(logger).error('failed', stack, 'Jobs');
    expect(entries()).toEqual([
      expect.objectContaining({ stack }),
      expect.objectContaining({ stack, context: 'Jobs' }),
    ]);
    expect(entries()[0]).not.toHaveProperty('context');
  });

  it('writes an error that is the message or follows the message', () => {
    const { logger, entries } = recorded();
    new NestLogger(logger).error(new Error('first'));
    new NestLogger(logger).warn('second', new Error('cause'), 'Jobs');
    expect(entries()).toEqual([
      expect.objectContaining({ msg: 'first', err: expect.objectContaining({ message: 'first' }) }),
      expect.objectContaining({ msg: 'second', context: 'Jobs', err: expect.objectContaining({ message: 'cause' }) }),
    ]);
  });
});
