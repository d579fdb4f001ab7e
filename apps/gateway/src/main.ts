import { createLogger } from '@almanac/observability';
import { once } from 'node:events';
import { readConfig } from './config';
import { Gateway } from './gateway';

const GRACE_MS = 10_000;

async function main(): Promise<void> {
  const config = readConfig();
  const logger = createLogger({ level: config.logLevel, format: config.logFormat, name: 'gateway' });
  const gateway = await Gateway.create(config, logger);
  const port = await gateway.listen(config.port, config.host);
  logger.info({ port, host: config.host }, 'listening');

  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  logger.info('stopping');
  await gateway.stop(GRACE_MS);
}

main().catch((failure: unknown) => {
  process.stderr.write(`${failure instanceof Error ? failure.message : String(failure)}\n`);
  process.exit(1);
});
