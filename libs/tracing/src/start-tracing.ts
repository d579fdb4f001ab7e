import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, setTracer, type TraceSettings } from '@almanac/observability';
import { SdkTracer } from './sdk-tracer';
import { SpanExport } from './span-export';

/**
 * Switches traces on.
 * @param program becomes `service.name`
 * @returns switches them off, after the last spans were sent or so many milliseconds are over
 */
export function startTracing(
  settings: TraceSettings,
  program: string,
  logger: Logger,
): (limitMs: number) => Promise<void> {
  const spans = new SpanExport(settings, program, logger);
  setTracer(new SdkTracer(spans.provider.getTracer('almanac')));
  return async (limitMs) => {
    const over = new AbortController();
    const limit = sleep(limitMs, undefined, { signal: over.signal }).catch(() => undefined);
    // The exporter has reported a failure to the log.
    await Promise.race([spans.close().catch(() => undefined), limit]);
    over.abort();
    setTracer(undefined);
  };
}
