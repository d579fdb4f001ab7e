/** Names of other programs and standards in code marks, which look like names of ours. */
export const NAMES_OF_OTHERS: ReadonlySet<string> = new Set([
  // JavaScript
  'AbortSignal',
  'ReadableStream',
  // NestJS
  'InjectRepository',
  'ThrottlerStorage',
  'TypeOrmModule',
  // Kubernetes
  'ClusterIP',
  'IfNotPresent',
  'LoadBalancer',
  'NodePort',
  'ReadWriteMany',
  'ReadWriteOnce',
  // Other standards
  'AggregateOffer',
  'RateLimit',
]);
