import { SeeOther } from '@almanac/web';
import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { SETTINGS, type Settings } from '../../config';
import { deriveKeys, type Keys, seal, tryUnseal } from './secrets';

declare module 'express-session' {
  interface SessionData {
    /** Encrypted; for the next page only. */
    shownOnce?: string;
  }
}

/**
 * Carries a new secret from its form to the page that shows it. A reload of that page creates no other secret.
 * The session holds it encrypted, and only until it was shown.
 */
@Injectable()
export class OneTimeSecrets {
  private readonly keys: Keys;

  constructor(@Inject(SETTINGS) { serviceSecret }: Settings) {
    this.keys = deriveKeys(serviceSecret, 'secrets that are shown once');
  }

  keep(request: Request, page: string, lines: readonly string[]): void {
    request.session.shownOnce = seal(JSON.stringify(lines), this.keys, page).toString('base64');
  }

  /**
   * @param page the page that `keep` got
   * @throws SeeOther to `otherwise` when there is no secret to show
   */
  take(request: Request, page: string, otherwise: string): string[] {
    const { shownOnce } = request.session;
    delete request.session.shownOnce;
    const text = shownOnce === undefined ? undefined : tryUnseal(Buffer.from(shownOnce, 'base64'), this.keys, page);
    if (text === undefined) throw new SeeOther(otherwise);
    const lines: unknown = JSON.parse(text);
    return Array.isArray(lines) ? lines.map(String) : [];
  }
}
