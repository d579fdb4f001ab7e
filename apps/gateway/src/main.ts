import { runCommandLine } from '@almanac/runtime';
import { runProgram } from '@almanac/lifecycle';
import { createLogger } from '@almanac/observability';
import { readConfig } from './config';
import { Gateway } from './gateway';

async function serve(): Promise<void> {
  const config = readConfig();
  const logger = createLogger({ level: config.logLevel, format: config.logFormat, name: 'gateway' });
  const gateway = await Gateway.create(config, logger);
  await runProgram({
    ...config,
    name: 'gateway',
    logger,
    server: gateway.server,
    listen: () => gateway.listen(config.port, config.host),
    announceStopping: () => gateway.announceStopping(),
    close: () => gateway.close(),
  });
}

runCommandLine({ program: 'gateway', commands: {}, serve });
