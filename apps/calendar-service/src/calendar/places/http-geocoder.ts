import { type Database, OutsideResults } from '@almanac/database';
import { traceRequests } from '@almanac/observability';
import { callsOutside } from '@almanac/runtime';
import { Logger } from '@nestjs/common';
import { Agent, request } from 'undici';
import { type Coordinates, Geocoder } from './geocoder';

const TIMEOUT_MS = 3_000;
const REMEMBERED_MS = 10_000;
const MAX_REMEMBERED = 1_000;
const MAX_ANSWER_BYTES = 1_000_000;

interface Found {
  place: Promise<Coordinates | undefined>;
  until: number;
  isSettled: boolean;
}

/** Asks the operator's service, whose URL contains `{address}`. Its JSON is one place or a list, each with `lat` and `lon` or `lng`. */
export class HttpGeocoder extends Geocoder {
  private readonly logger = new Logger('geocoder');
  private readonly recent = new Map<string, Found>();
  private readonly agent = new Agent({
    connections: 4,
    maxResponseSize: MAX_ANSWER_BYTES,
    connect: { timeout: TIMEOUT_MS },
  });
  private readonly traced = this.agent.compose(traceRequests({ propagates: false }));

  private readonly outside: OutsideResults<Coordinates | undefined>;

  constructor(
    private readonly template: string,
    database: Database,
  ) {
    super();
    this.outside = new OutsideResults(database);
  }

  /** Cached for a short time: callers look a place up before the transaction that stores it, and the transaction reads the cache. */
  locate(address: string): Promise<Coordinates | undefined> {
    const cached = this.recent.get(address);
    if (cached?.isSettled && cached.until > Date.now()) return cached.place;
    return this.outside.get(address, () => this.shared(address));
  }

  /** Concurrent callers share one request. */
  private shared(address: string): Promise<Coordinates | undefined> {
    const cached = this.recent.get(address);
    if (cached && cached.until > Date.now()) return cached.place;
    const place = this.lookUp(address).finally(() => (found.isSettled = true));
    const found: Found = { place, until: Date.now() + REMEMBERED_MS, isSettled: false };
    this.recent.delete(address);
    this.recent.set(address, found);
    const [oldest] = this.recent.keys();
    if (this.recent.size > MAX_REMEMBERED && oldest !== undefined) this.recent.delete(oldest);
    return place;
  }

  private async lookUp(address: string): Promise<Coordinates | undefined> {
    try {
      return await this.ask(this.template.replaceAll('{address}', encodeURIComponent(address)));
    } catch (failure) {
      this.logger.warn(`an address was not looked up: ${failure instanceof Error ? failure.message : String(failure)}`);
      return undefined;
    }
  }

  async close(): Promise<void> {
    await this.agent.close();
  }

  private async ask(url: string): Promise<Coordinates | undefined> {
    callsOutside('a request to the geocoder');
    const { statusCode, body } = await request(url, {
      dispatcher: this.traced,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      headers: { accept: 'application/json', 'user-agent': 'almanac-calendar' },
    });
    if (statusCode !== 200) {
      await body.dump();
      throw new Error(`the service answered ${statusCode}`);
    }
    const found: unknown = await body.json();
    return coordinatesOf(Array.isArray(found) ? found[0] : found);
  }
}

function coordinatesOf(place: unknown): Coordinates | undefined {
  if (typeof place !== 'object' || place === null) return undefined;
  const members = new Map<string, unknown>(Object.entries(place));
  const [latitude, longitude] = [
    degrees(members.get('lat'), 90),
    degrees(members.get('lon') ?? members.get('lng'), 180),
  ];
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
}

function degrees(value: unknown, most: number): number | undefined {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : Number.NaN;
  return Math.abs(number) <= most ? number : undefined;
}
