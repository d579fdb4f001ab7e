import type { Attributes, Span } from '@opentelemetry/api';

export type { Span } from '@opentelemetry/api';

/** The headers of W3C Trace Context. */
export interface TraceHeaders {
  traceparent?: string | undefined;
  tracestate?: string | undefined;
}

export interface SpanOptions {
  kind?: 'client' | 'consumer' | 'internal' | 'server';
  attributes?: Attributes;
}

/**
 * Creates spans and knows the running one. Names and attributes hold no data of callers except ids. Paths, queries, statements,
 * bodies and messages of errors may contain secrets. libs/tracing implements it, so that programs without traces load no SDK.
 */
export interface Tracer {
  /** Whether the running code belongs to a trace, recorded or not. */
  readonly isTracing: boolean;
  readonly traceId: string | undefined;
  /** Starts a span in the trace of the caller, or in a new one. */
  startRoot(name: string, caller: TraceHeaders, options?: SpanOptions): Span;
  /** Starts a span below the running one; undefined when that is not recorded. */
  startChild(name: string, options?: SpanOptions): Span | undefined;
  run<T>(span: Span, work: () => T): T;
  /** Runs work in a span below the running one. */
  inSpan<T>(name: string, work: () => Promise<T>, options?: SpanOptions): Promise<T>;
  /** Runs work in a span of the caller's trace. */
  inRoot<T>(name: string, caller: TraceHeaders, work: () => Promise<T>, options?: SpanOptions): Promise<T>;
  /** The headers that continue the trace below this span, by default the running one; empty outside of a trace. */
  headers(span?: Span): TraceHeaders;
  /** Without the message, which may hold data of callers. @param failure an error, its code, or an HTTP status */
  markFailed(span: Span, failure: unknown): void;
}

let running: Tracer | undefined;

/** Undefined while traces are off. */
export const tracer = (): Tracer | undefined => running;

export function setTracer(started: Tracer | undefined): void {
  running = started;
}

/** Runs work in a span below the running one; without one, or while traces are off, just runs it. */
export const traced = <T>(name: string, work: () => Promise<T>, options?: SpanOptions): Promise<T> =>
  running?.isTracing ? running.inSpan(name, work, options) : work();
