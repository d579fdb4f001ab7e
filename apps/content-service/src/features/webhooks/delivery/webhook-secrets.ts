import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config';
import { derivedKeys, type Keys, ownerName, seal, tryUnseal } from '../../../web/sessions/secrets';

/** Encrypts the secrets of webhooks: the contents of the database alone do not suffice to sign a message. */
@Injectable()
export class WebhookSecrets {
  private readonly keys: Keys;

  constructor(@Inject(SETTINGS) { serviceSecret }: Settings) {
    this.keys = derivedKeys(serviceSecret, 'webhooks');
  }

  seal(secret: string, webhookId: number): Buffer {
    return seal(secret, this.keys, ownerName('webhook', webhookId));
  }

  /** @returns undefined for a secret that was sealed with a former `SERVICE_SECRET` */
  unseal(sealed: Buffer, webhookId: number): string | undefined {
    return tryUnseal(sealed, this.keys, ownerName('webhook', webhookId));
  }
}
