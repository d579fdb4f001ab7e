export { HealthModule, type HealthChecks, type HealthOptions } from './health/health.module';
export { createLogger, type LogFormat, type LoggerOptions, type LogLevel, type Logger } from './logger';
export { counter, gauge, histogram, metrics } from './metrics/metrics';
export { serveMetrics } from './metrics/metrics-server';
export { NestLogger } from './nest-logger';
export { requestId, validRequestId } from './request-id';
export { namesSecret } from './secrets';
export { requestLog, type LoggedRequest, type RequestLogOptions } from './request-log';
