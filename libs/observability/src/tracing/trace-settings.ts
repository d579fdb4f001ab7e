import { type SettingsReader, WEB_ADDRESS } from '@almanac/runtime';

/** Where and how many spans are sent (docs/traces.md). The exporter reads the other `OTEL_EXPORTER_OTLP_*` variables itself. */
export interface TraceSettings {
  /** A collector that takes OTLP over HTTP, such as `http://collector:4318`. */
  endpoint: string;
  /** Headers for the collector, such as `authorization=Bearer abc`, separated by commas. */
  headers: string;
  /** Share of the traces that are recorded when no caller has decided it, from 0 to 1. */
  ratio: number;
  /** Attributes of all spans, such as `deployment.environment.name=test`, separated by commas. */
  attributes: string;
}

/** The exporter appends `/v1/traces`. */
const COLLECTOR = {
  ...WEB_ADDRESS,
  except: /\/v1\/traces\/?$/,
  complaint: 'must be an http or https URL without user name and query, and without /v1/traces at its end',
};
const PAIRS = /^[^=,]+=[^,]*(?:,[^=,]+=[^,]*)*$/;

/** @returns undefined when no collector is named: traces are off */
export function readTraceSettings(s: SettingsReader): TraceSettings | undefined {
  const pairs = (name: string) => s.matching(name, PAIRS, 'must be name=value pairs, separated by commas') ?? '';
  const settings = {
    endpoint: s.address('OTEL_EXPORTER_OTLP_ENDPOINT', '', COLLECTOR),
    headers: pairs('OTEL_EXPORTER_OTLP_HEADERS'),
    ratio: Number(
      s.matching('OTEL_TRACES_SAMPLER_ARG', /^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, 'must be a number from 0 to 1') ?? 1,
    ),
    attributes: pairs('OTEL_RESOURCE_ATTRIBUTES'),
  };
  return settings.endpoint === '' ? undefined : settings;
}
