import { counter, type Logger, type TraceSettings } from '@almanac/observability';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { type ExportResult, ExportResultCode, parseKeyPairsIntoRecord } from '@opentelemetry/core';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

/** Ended spans that are not sent yet. Further ones are dropped, so that a collector that is away costs no memory. */
const MAX_UNSENT = 4_096;
const SEND_EVERY_MS = 2_000;

const spans = counter('almanac_trace_spans_total', 'Ended spans: sent, failed to be sent, or dropped.', ['outcome']);

/** Sends spans to the collector in batches, in the background. */
export class SpanExport implements SpanProcessor, SpanExporter {
  readonly provider: TracerProvider;
  private readonly exporter: OTLPTraceExporter;
  private readonly batches: BatchSpanProcessor;
  private unsent = 0;
  private hasFailed = false;

  constructor(
    { endpoint, headers, ratio, attributes }: TraceSettings,
    program: string,
    private readonly logger: Logger,
  ) {
    this.exporter = new OTLPTraceExporter({
      url: `${endpoint}/v1/traces`,
      headers: parseKeyPairsIntoRecord(headers),
    });
    this.batches = new BatchSpanProcessor({
      exporter: this,
      maxQueueSize: MAX_UNSENT,
      scheduledDelayMillis: SEND_EVERY_MS,
    });
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({ ...parseKeyPairsIntoRecord(attributes), 'service.name': program }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
      spanProcessors: [this],
    });
  }

  onStart(): void {
    // Only ended spans are sent.
  }

  onEnd(span: ReadableSpan): void {
    if (this.unsent >= MAX_UNSENT) {
      spans.inc({ outcome: 'dropped' });
      return;
    }
    this.unsent += 1;
    this.batches.onEnd(span);
  }

  export(batch: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(batch, (result) => {
      this.unsent -= batch.length;
      const isSent = result.code === ExportResultCode.SUCCESS;
      spans.inc({ outcome: isSent ? 'sent' : 'failed' }, batch.length);
      if (!isSent && !this.hasFailed) this.logger.warn({ err: result.error }, 'spans cannot be sent to the collector');
      if (isSent && this.hasFailed) this.logger.info('spans are sent to the collector again');
      this.hasFailed = !isSent;
      done(result);
    });
  }

  forceFlush(): Promise<void> {
    return this.batches.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  /** Sends the last spans. */
  close(): Promise<void> {
    return this.batches.shutdown();
  }
}
