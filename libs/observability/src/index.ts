export { detached, waitForDetached } from './detached';
export { errorFields, isError } from './log/error-fields';
export { HealthModule } from './health/health.module';
export { Readiness, UNKNOWN } from './health/readiness';
export { logContext, withLogContext, createLogger, type LogFormat, type LogLevel, type Logger } from './log/logger';
export { countLookup, reportCache, counter, gauge, histogram, metrics, state, serveMetrics } from './metrics/metrics';
export { NestLogger, logPrintedTexts } from './log/nest-logger';
export { requestId, validRequestId, requestLog } from './request-log';
export { namesSecret } from './log/secrets';
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
