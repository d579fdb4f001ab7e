import { createHmac, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config';
import { deriveKeys, type Keys, ownerName, seal, tryUnseal } from '../../../web/sessions/secrets';

/** Encrypts the secrets of webhooks: the contents of the database alone do not suffice to sign a message. */
@Injectable()
export class WebhookSecrets {
  private readonly keys: Keys;

  constructor(@Inject(SETTINGS) { serviceSecret }: Settings) {
    this.keys = deriveKeys(serviceSecret, 'webhooks');
  }

  seal(secret: string, webhookId: number): Buffer {
    return seal(secret, this.keys, ownerName('webhook', webhookId));
  }

  /** @returns undefined for a secret that was sealed with a former `SERVICE_SECRET` */
  unseal(sealed: Buffer, webhookId: number): string | undefined {
    return tryUnseal(sealed, this.keys, ownerName('webhook', webhookId));
  }
}

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** The headers of a message by the rules of Standard Webhooks. Each secret adds a signature; receivers accept any of them. */
export function signedHeaders(message: { id: string; body: string; sentAt: Date }, secrets: readonly string[]) {
  const timestamp = Math.floor(message.sentAt.getTime() / 1_000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${message.id}.${timestamp}.${message.body}`).digest('base64')}`;
  });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
