import { setTimeout as sleep } from 'node:timers/promises';
import { Jobs } from '@almanac/jobs';
import { Mailer, MailError } from '@almanac/mail';
import { detached } from '@almanac/observability';
import { AllowedHosts, OutgoingError, postSafely } from '@almanac/outgoing';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config';
import { Accounts } from '../../../content/accounts/accounts';
import { ActivityLog, WEBHOOK_JOB } from '../../../content/activity/activity-log';
import { SiteSettings } from '../../../content/settings/site-settings';
import { WebhookFanOut } from '../events/fan-out';
import { DeliveryQueue, type Outcome, type Receiver, type WaitingDelivery } from './delivery-queue';
import { signedHeaders, WebhookSecrets } from './webhook-secrets';

/** The log keeps this much of an answer. */
const MAX_ANSWER_BYTES = 4_096;
const GONE = 410;
const NO_SECRET = 'The secret of the webhook cannot be read. Replace it';

/** Sends one message to its receiver. */
@Injectable()
export class WebhookSender {
  private readonly allowedHosts: AllowedHosts;

  constructor(
    private readonly secrets: WebhookSecrets,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.allowedHosts = new AllowedHosts(settings.outgoingAllowedHosts);
  }

  async send(receiver: Receiver, { message_id: id, body }: WaitingDelivery, signal: AbortSignal): Promise<Outcome> {
    const began = performance.now();
    const durationMs = () => Math.round(performance.now() - began);
    const secrets = this.secretsOf(receiver);
    if (secrets.length === 0) return { durationMs: 0, status: null, answer: null, error: NO_SECRET, isGone: false };
    try {
      const headers = signedHeaders({ id, body, sentAt: new Date() }, secrets);
      const { status, answer } = await postSafely(receiver.endpoint, body, {
        headers: { 'content-type': 'application/json', ...headers },
        timeoutMs: receiver.timeout * 1_000,
        maxAnswerBytes: MAX_ANSWER_BYTES,
        allowedHosts: this.allowedHosts,
        signal,
      });
      const error = status >= 200 && status < 300 ? null : `Response status from endpoint was ${status}`;
      // PostgreSQL stores no NUL in texts.
      return { durationMs: durationMs(), status, answer: answer.replaceAll('\0', ''), error, isGone: status === GONE };
    } catch (failure) {
      if (!(failure instanceof OutgoingError)) throw failure;
      return { durationMs: durationMs(), status: null, answer: null, error: messageOf(failure), isGone: false };
    }
  }

  private secretsOf({ id, sealed_secret, former_sealed_secret }: Receiver): string[] {
    const sealed = former_sealed_secret ? [sealed_secret, former_sealed_secret] : [sealed_secret];
    return sealed.flatMap((secret) => this.secrets.unseal(secret, id) ?? []);
  }
}

/** Tells nothing about our network: neither addresses nor which of them answer. */
function messageOf({ reason }: OutgoingError): string {
  if (reason === 'time') return 'The endpoint did not answer in time';
  if (reason === 'forbidden' || reason === 'address') return 'The URL does not match the configured allowed SSR hosts';
  return 'The endpoint could not be reached, or broke the connection off';
}

const SYSTEM = { id: 0 };

/** Tells the log, the audit log and the owner that a webhook was switched off. */
@Injectable()
export class WebhookDisabledNotice {
  private readonly logger = new Logger('webhooks');

  constructor(
    private readonly accounts: Accounts,
    private readonly activity: ActivityLog,
    private readonly mailer: Mailer,
    private readonly site: SiteSettings,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async send(receiver: Receiver, { error }: Outcome): Promise<void> {
    const { id, name, owned_by } = receiver;
    this.logger.warn(`webhook ${id} was switched off: ${error}`);
    await this.activity.record('webhook_update', receiver, SYSTEM);
    const owner = owned_by === null ? undefined : await this.accounts.byId(owned_by);
    if (!owner || !this.mailer.configured) return;
    const { appName } = await this.site.current();
    try {
      await this.mailer.send({
        to: { name: owner.actor.name, address: owner.email },
        subject: `A webhook of ${appName} was switched off`,
        body: [
          `Hello ${owner.actor.name},`,
          `the webhook "${name}" (number ${id}) of ${appName} at ${this.settings.baseUrl} accepts no messages any more. Its last error: ${error}.`,
          'Repair the receiver, and save the webhook with `active` again. The log of deliveries can deliver messages again.',
        ],
      });
    } catch (failure) {
      // The webhook is off, and its field and the logs say so.
      if (!(failure instanceof MailError)) throw failure;
      this.logger.warn('the notice about a webhook could not be sent', failure);
    }
  }
}

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
    private readonly notice: WebhookDisabledNotice,
  ) {}

  onModuleInit(): void {
    this.jobs.work(WEBHOOK_JOB, () => this.workAndPause(), { onlyOneWaits: true, retries: 0, retentionSeconds: 3_600 });
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
