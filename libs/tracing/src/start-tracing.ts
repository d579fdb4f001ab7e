import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Logger,
  setTracer,
  type TraceSettings,
  type SpanOptions,
  type TraceHeaders,
  type Tracer,
} from '@almanac/observability';
import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer as SpanFactory,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
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

const KINDS = {
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
};

/** Keeps the running span in a store of its own: no package of ours looks for it in the global context of OpenTelemetry. */
class SdkTracer implements Tracer {
  private readonly active = new AsyncLocalStorage<Span>();
  private readonly propagator = new W3CTraceContextPropagator();

  constructor(private readonly spans: SpanFactory) {}

  get isTracing(): boolean {
    return this.active.getStore() !== undefined;
  }

  get traceId(): string | undefined {
    return this.active.getStore()?.spanContext().traceId;
  }

  startRoot(name: string, caller: TraceHeaders, { kind = 'server', attributes = {} }: SpanOptions = {}): Span {
    const context = this.propagator.extract(ROOT_CONTEXT, caller, defaultTextMapGetter);
    return this.spans.startSpan(name, { kind: KINDS[kind], attributes }, context);
  }

  startChild(name: string, { kind = 'internal', attributes = {} }: SpanOptions = {}): Span | undefined {
    const parent = this.active.getStore();
    if (!parent || !isSampled(parent)) return undefined;
    return this.spans.startSpan(name, { kind: KINDS[kind], attributes }, trace.setSpan(ROOT_CONTEXT, parent));
  }

  run<T>(span: Span, work: () => T): T {
    return this.active.run(span, work);
  }

  async inSpan<T>(name: string, work: () => Promise<T>, options?: SpanOptions): Promise<T> {
    const span = this.startChild(name, options);
    return span ? this.finish(span, work) : work();
  }

  async inRoot<T>(name: string, caller: TraceHeaders, work: () => Promise<T>, options?: SpanOptions): Promise<T> {
    return this.finish(this.startRoot(name, caller, options), work);
  }

  headers(span = this.active.getStore()): TraceHeaders {
    const headers: TraceHeaders = {};
    if (span) this.propagator.inject(trace.setSpan(ROOT_CONTEXT, span), headers, defaultTextMapSetter);
    return headers;
  }

  markFailed(span: Span, failure: unknown): void {
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', typeOf(failure));
  }

  private async finish<T>(span: Span, work: () => Promise<T>): Promise<T> {
    try {
      return await this.run(span, work);
    } catch (failure) {
      this.markFailed(span, failure);
      throw failure;
    } finally {
      span.end();
    }
  }
}

function typeOf(failure: unknown): string {
  if (typeof failure === 'string' || typeof failure === 'number') return String(failure);
  if (typeof failure !== 'object' || failure === null) return typeof failure;
  if ('code' in failure && typeof failure.code === 'string') return failure.code;
  return failure instanceof Error ? failure.name : 'object';
}

/** Also true after the span has ended: work that goes on afterwards still belongs to the trace. */
const isSampled = (span: Span): boolean => (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;
