import { DrainingServer, runProgram } from '@almanac/lifecycle';
import { type Logger, Readiness, type TraceSettings } from '@almanac/observability';
import type { NestExpressApplication } from '@nestjs/platform-express';

interface ServiceSettings {
  /** The name of the program. */
  name: string;
  host: string;
  port: number;
  metricsPort: number;
  traces: TraceSettings | undefined;
  shutdownDelayMs: number;
}

/** Serves an app of `createApp` until the process is told to stop. */
export function runService(
  app: NestExpressApplication,
  logger: Logger,
  { port, ...settings }: ServiceSettings,
): Promise<void> {
  return runProgram({
    ...settings,
    logger,
    server: new DrainingServer(app.getHttpServer()),
    listen: () => app.listen(port, settings.host),
    announceStopping: () => app.get(Readiness, { strict: false }).announceStopping(),
    close: () => app.close(),
  });
}
