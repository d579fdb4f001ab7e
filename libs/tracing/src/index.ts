export { startTracing } from './start-tracing';
