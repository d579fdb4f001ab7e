import { Database, OutsideResults } from '@almanac/database';
import { invalid, Problem } from '@almanac/errors';
import { Mailer, MailError } from '@almanac/mail';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { newLinkToken, OneTimeLinks } from '../../content/accounts/one-time-links';
import { SiteSettings } from '../../content/settings/site-settings';
import type { User } from '../../content/accounts/user.entity';

/** Mails that let new users choose their password (content-behaviour §13). */
@Injectable()
export class Invitations {
  private readonly letters: OutsideResults<string>;

  constructor(
    private readonly mailer: Mailer,
    private readonly links: OneTimeLinks,
    private readonly site: SiteSettings,
    @Inject(SETTINGS) private readonly settings: Settings,
    database: Database,
  ) {
    this.letters = new OutsideResults(database);
  }

  get isConfigured(): boolean {
    return this.mailer.configured;
  }

  /** @throws Problem 422 when this installation sends no mail */
  requireMail(): void {
    if (!this.mailer.configured)
      invalid({ send_invite: ['Invitations cannot be sent because no mail server is configured.'] });
  }

  /**
   * Sends the link. The transaction is repeated after the letter, so its refusals come before.
   * @param consequence of a refusal by the mail server, for the message
   * @returns the token of the link, which works once it is issued
   * @throws Problem 502 when the mail server rejects the mail; a new user must then not be kept
   */
  send({ name, email }: Pick<User, 'name' | 'email'>, consequence = ''): Promise<string> {
    return this.letters.get(email, () => this.sendLetter({ name, email }, consequence));
  }

  /** Makes the link of a letter work. */
  async issue(id: number, token: string): Promise<void> {
    await this.links.issue('invitation', id, token);
  }

  /** @returns the token of its link */
  private async sendLetter({ name, email }: Pick<User, 'name' | 'email'>, consequence: string): Promise<string> {
    const { appName } = await this.site.current();
    const { baseUrl } = this.settings;
    const token = newLinkToken();
    const mail = {
      to: { name, address: email },
      subject: `You have been invited to join ${appName}`,
      body: [
        `Hello ${name},`,
        `you have an account at ${appName}. Choose a password to log in.`,
        { label: 'Choose a password', url: `${baseUrl}/register/invite/${token}` },
        'The link works once, within two weeks.',
      ],
    };
    try {
      await this.mailer.send(mail);
      return token;
    } catch (cause) {
      if (!(cause instanceof MailError)) throw cause;
      throw new Problem(502, `The invitation could not be sent${consequence}. ${cause.message}.`, { cause });
    }
  }
}
