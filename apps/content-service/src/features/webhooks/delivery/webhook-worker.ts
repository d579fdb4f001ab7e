import { setTimeout as sleep } from 'node:timers/promises';
import { Jobs } from '@almanac/jobs';
import { detached } from '@almanac/observability';
import { type BeforeApplicationShutdown, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { WEBHOOK_JOB } from '../../../content/activity/activity-log';
import { WebhookFanOut } from '../events/fan-out';
import { DeliveryQueue, type Receiver } from './delivery-queue';
import { SwitchedOffNotice } from './switched-off-notice';
import { WebhookSender } from './webhook-sender';

/** Finds due retries, and events that started no job. */
const RETRY_SECONDS = 15;
/** Messages of frequent changes are made this often at most. */
const GATHER_MS = 1_000;
/** Receivers that one process calls at a time. Waiting for an answer costs a socket, so there are many. */
const MAX_RECEIVERS = 64;
/** Receivers that have failed must not hold up the others. */
const MAX_FAILING = 16;

/**
 * Delivers to many receivers side by side. The job only starts deliveries, so that a slow receiver does not delay the next events. A
 * delivery that waits holds neither a transaction nor a connection to the database.
 */
@Injectable()
export class WebhookWorker implements OnModuleInit, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly running = new Map<number, { isFailing: boolean; end: Promise<void> }>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly jobs: Jobs,
    private readonly fanOut: WebhookFanOut,
    private readonly queue: DeliveryQueue,
    private readonly sender: WebhookSender,
    private readonly notice: SwitchedOffNotice,
  ) {}

  onModuleInit(): void {
    this.jobs.work(WEBHOOK_JOB, () => this.workAndPause(), { onlyOneWaits: true, retries: 0, keptSeconds: 3_600 });
    this.jobs.every(RETRY_SECONDS, 'webhooks.retry', () => this.work());
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /** Interrupted deliveries stay in the queue. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.allSettled([...this.running.values()].map(({ end }) => end));
  }

  /** The next job waits meanwhile, so that many changes within a short time share one transaction. */
  private async workAndPause(): Promise<void> {
    await this.work();
    await sleep(GATHER_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }

  private async work(): Promise<void> {
    await this.fanOut.run();
    await this.start();
  }

  private async start(): Promise<void> {
    if (this.stopping.signal.aborted) return;
    const failing = [...this.running.values()].filter(({ isFailing }) => isFailing).length;
    const slots = Math.max(0, MAX_RECEIVERS - (this.running.size - failing));
    for (const receiver of await this.queue.lease(slots, Math.max(0, MAX_FAILING - failing))) {
      const end = this.deliverTo(receiver);
      this.running.set(receiver.id, { isFailing: receiver.failures > 0, end });
      detached(end, 'delivering webhooks');
    }
  }

  private async deliverTo({ id }: Receiver): Promise<void> {
    try {
      while (await this.deliverNext(id));
    } finally {
      await this.queue.release(id);
      this.running.delete(id);
    }
    // A delivery may have been added after the last look, and others may wait for this slot.
    await this.start();
  }

  /** @returns false when nothing can be delivered now */
  private async deliverNext(id: number): Promise<boolean> {
    const { signal } = this.stopping;
    const receiver = signal.aborted ? undefined : await this.queue.renew(id);
    const delivery = receiver && (await this.queue.next(id));
    if (!receiver || !delivery) return false;
    const outcome = await this.sender.send(receiver, delivery, signal);
    if (outcome.error === null) await this.queue.accepted(receiver, delivery, outcome);
    else if (signal.aborted) return false;
    else if (await this.queue.refused(receiver, delivery, outcome)) await this.notice.send(receiver, outcome);
    return outcome.error === null;
  }
}
