// A program with routes that cause uncaught errors, for the test of `runProgram`.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { createLogger, requestId } from '@almanac/observability';
import { DrainingServer, runProgram } from '@almanac/lifecycle';

const logger = createLogger({ level: 'info', format: 'json', name: 'small' });
const named = requestId();
let isStopping = false;

const routes: Record<string, () => void> = {
  '/throw': () =>
    setTimeout(() => {
      throw new Error('thrown in a timer');
    }, 1),
  '/reject': () => Promise.reject(new Error('rejected')),
  '/print': () => {
    console.log('one of %s', 'two\nlines');
    console.warn('[WARN]', { of: 'a library' });
    console.error(new Error('printed'));
    process.emitWarning('odd', 'OddWarning');
  },
  '/close': () => setTimeout(() => process.kill(process.pid, 'SIGTERM'), 1),
};

const server = createServer((req, res) => {
  named(Object.assign<IncomingMessage, { id: string }>(req, { id: '' }), res, () => {
    routes[req.url ?? '']?.();
    const ready = () => res.writeHead(req.url === '/readyz' && isStopping ? 503 : 200).end();
    setTimeout(ready, req.url === '/slow' ? 500 : 0);
  });
});

async function main(): Promise<void> {
  await runProgram({
    name: 'small',
    logger,
    server: new DrainingServer(server),
    host: '127.0.0.1',
    metricsPort: 0,
    traces: undefined,
    shutdownDelayMs: 300,
    listen: () => once(server.listen(Number(process.argv[2]), '127.0.0.1'), 'listening'),
    announceStopping: () => (isStopping = true),
    close: async () => logger.info('closed'),
  });
}

main().catch((failure: unknown) => {
  console.error(failure);
  process.exit(2);
});
