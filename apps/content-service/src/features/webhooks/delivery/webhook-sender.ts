import { AllowedHosts, OutgoingError, postSafely } from '@almanac/outgoing';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config';
import type { Outcome, Receiver, WaitingDelivery } from './delivery-queue';
import { signedHeaders } from './signature';
import { WebhookSecrets } from './webhook-secrets';

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
