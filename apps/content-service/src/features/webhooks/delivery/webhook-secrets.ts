import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config';
import { derivedKey, seal, unseal } from '../../../web/sessions/secrets';

/** Encrypts the secrets of webhooks: the contents of the database alone do not suffice to sign a message. */
@Injectable()
export class WebhookSecrets {
  private readonly key: Buffer;

  constructor(@Inject(SETTINGS) { serviceSecret }: Settings) {
    this.key = derivedKey(serviceSecret, 'webhooks');
  }

  seal(secret: string, webhookId: number): Buffer {
    return seal(secret, this.key, ownerName(webhookId));
  }

  /** @returns undefined for a secret that was sealed with a former `SERVICE_SECRET` */
  unseal(sealed: Buffer, webhookId: number): string | undefined {
    try {
      return unseal(sealed, this.key, ownerName(webhookId));
    } catch {
      return undefined;
    }
  }
}

const ownerName = (webhookId: number): string => `webhook ${webhookId}`;
