export { detached, endOfDetached } from './detached';
export { errorFields, isError } from './log/error-fields';
export { HealthModule } from './health/health.module';
export { Readiness, UNKNOWN } from './health/readiness';
export { logContext, withLogContext } from './log/log-context';
export { createLogger, type LogFormat, type LogLevel, type Logger } from './log/logger';
export { countLookup, reportCache } from './metrics/cache-metrics';
export { counter, gauge, histogram, metrics, state } from './metrics/metrics';
export { serveMetrics } from './metrics/metrics-server';
export { NestLogger } from './log/nest-logger';
export { logPrintedTexts } from './log/printed-texts';
export { requestId, validRequestId } from './request-id';
export { namesSecret } from './log/secrets';
export { requestLog } from './request-log';
export { traceRequests, withHeaders } from './tracing/trace-requests';
export { readTraceSettings, type TraceSettings } from './tracing/trace-settings';
export {
  setTracer,
  type Span,
  type SpanOptions,
  traced,
  type TraceHeaders,
  type Tracer,
  tracer,
} from './tracing/tracer';
