import { createLogger, serveMetrics } from '@almanac/observability';
import { exitWithParent } from '@almanac/process';
import { once } from 'node:events';
import { readConfig } from './config';
import { Gateway } from './gateway';

const GRACE_MS = 10_000;

async function main(): Promise<void> {
  const config = readConfig();
  const logger = createLogger({ level: config.logLevel, format: config.logFormat, name: 'gateway' });
  const gateway = await Gateway.create(config, logger);
  if (config.metricsPort > 0) await serveMetrics(config.metricsPort, config.host);
  const port = await gateway.listen(config.port, config.host);
  logger.info({ port, host: config.host }, 'listening');

  const orphaned = new Promise<void>((resolve) => {
    exitWithParent(resolve);
  });
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT'), orphaned]);
  logger.info('stopping');
  await gateway.stop(GRACE_MS);
  // A pipe to the parent that is still open would keep the process alive.
  process.exit(0);
}

main().catch((failure: unknown) => {
  process.stderr.write(`${failure instanceof Error ? failure.message : String(failure)}\n`);
  process.exit(1);
});
