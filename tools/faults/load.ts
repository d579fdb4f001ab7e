import { randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { detached } from '@almanac/observability';
import { TOKEN } from './installation';

export type Service = 'content' | 'calendar';

/** A record whose creation was acknowledged. */
export interface Acknowledged {
  service: Service;
  id: number;
  name: string;
}

interface Step {
  service: Service;
  method: 'GET' | 'POST';
  path: string;
  body?: (name: string) => object;
}

/** Above it a client of any load balancer would give up. */
const MAX_IN_FLIGHT = 500;
const TICK_MS = 20;

const BOOKS: Step = { service: 'content', method: 'GET', path: '/api/books?count=5' };
const EVENTS: Step = { service: 'calendar', method: 'GET', path: '/calendar/events/v1/events?per_page=2' };
const NEW_BOOK: Step = { service: 'content', method: 'POST', path: '/api/books', body: (name) => ({ name }) };
const NEW_EVENT: Step = {
  service: 'calendar',
  method: 'POST',
  path: '/calendar/events/v1/events',
  body: (title) => ({ title, start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 12:00:00' }),
};
/** One request in five is a write. */
const USUAL = [BOOKS, EVENTS, NEW_BOOK, BOOKS, EVENTS, BOOKS, EVENTS, NEW_EVENT, BOOKS, EVENTS];
/** Four requests in five are writes. */
export const WRITES: readonly Step[] = [NEW_BOOK, NEW_EVENT, BOOKS, NEW_BOOK, NEW_EVENT];

/** Sends a constant number of requests per second, without retries, and notes every acknowledged write. */
export class Load {
  sent = 0;
  longestMs = 0;
  readonly acknowledged: Acknowledged[] = [];
  /** When the latest request that created a record was sent, by `performance.now()`. */
  readonly lastWriteAt: Record<Service, number> = { content: 0, calendar: 0 };
  /** How often each failure was seen. */
  readonly failures = new Map<string, number>();
  private readonly agent = new Agent({ keepAlive: true });
  private readonly durations: number[] = [];
  private readonly id = randomUUID();
  private inFlight = 0;
  private isOver = false;
  private readonly began = performance.now();
  private readonly work: Promise<void>;

  /**
   * @param url of the balancer before the gateways
   * @param waitsAbove With more unanswered requests it sends later; by default it goes on, and fails far above
   */
  constructor(
    private readonly url: string,
    private readonly perSecond: number,
    private readonly waitsAbove = Infinity,
    private readonly steps: readonly Step[] = USUAL,
  ) {
    this.work = this.keepSending();
  }

  get failed(): number {
    return [...this.failures.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Requests that were sent in each second. */
  get achievedRate(): number {
    return this.sent / ((performance.now() - this.began) / 1_000);
  }

  /** @param share e.g. 0.99 for the time in which 99 % of the requests were answered */
  durationOf(share: number): number {
    const sorted = this.durations.toSorted((a, b) => a - b);
    return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  }

  /** Resolves when the last request is answered. */
  async stop(): Promise<void> {
    this.isOver = true;
    await this.work;
    while (this.inFlight > 0) await sleep(TICK_MS);
    this.agent.destroy();
  }

  private async keepSending(): Promise<void> {
    for (let due = 0; !this.isOver; due = ((performance.now() - this.began) / 1_000) * this.perSecond) {
      while (this.sent < due && this.inFlight < this.waitsAbove) {
        const step = this.steps[this.sent % this.steps.length] ?? BOOKS;
        this.sent += 1;
        if (this.inFlight >= MAX_IN_FLIGHT) this.fail(step, `more than ${MAX_IN_FLIGHT} requests are unanswered`);
        else detached(this.one(step, `Load ${this.id} ${this.sent}`), 'request of the load');
      }
      await sleep(TICK_MS);
    }
  }

  /** Never rejects. */
  private async one(step: Step, name: string): Promise<void> {
    const began = performance.now();
    this.inFlight += 1;
    try {
      const { status, answer } = await this.send(step, name);
      if (status >= 300) this.fail(step, `${status} ${answer.slice(0, 150)}`);
      else if (step.body) this.note(step, name, answer, began);
    } catch (failure) {
      this.fail(step, String(failure));
    } finally {
      const took = performance.now() - began;
      this.durations.push(took);
      this.longestMs = Math.max(this.longestMs, Math.round(took));
      this.inFlight -= 1;
    }
  }

  private note({ service }: Step, name: string, answer: string, began: number): void {
    const [, id] = /"id":(\d+)/.exec(answer) ?? [];
    this.acknowledged.push({ service, id: Number(id), name });
    this.lastWriteAt[service] = Math.max(this.lastWriteAt[service], began);
  }

  private fail({ method, path }: Step, reason: string): void {
    const failure = `${method} ${path}: ${reason.replace(/"request_id":"[^"]*"/, '')}`;
    this.failures.set(failure, (this.failures.get(failure) ?? 0) + 1);
  }

  private send({ method, path, body }: Step, name: string): Promise<{ status: number; answer: string }> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Token ${TOKEN}`, 'content-type': 'application/json' };
      const sent = request(new URL(path, this.url), { method, agent: this.agent, headers });
      sent.on('error', reject);
      sent.on('response', (response: IncomingMessage) => {
        text(response).then((answer) => resolve({ status: response.statusCode ?? 0, answer }), reject);
      });
      sent.end(body && JSON.stringify(body(name)));
    });
  }
}
