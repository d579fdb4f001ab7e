import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { forbidden, invalid, notFound } from '@almanac/errors';
import { requireMatch, type VersionedAnswer, versionedAnswer } from '@almanac/http';
import type { ListQuery } from '@almanac/listing';
import { AllowedHosts, checkedTarget, OutgoingError } from '@almanac/outgoing';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { ActivityLog } from '../../content/activity/activity-log';
import { newWebhookSecret, WebhookSecrets } from './delivery/webhook-secrets';
import { ALL_EVENTS, EVENT_NAMES } from './events/event-names';
import { presentWebhook } from './webhook.presenter';
import type { CreateWebhookDto, UpdateWebhookDto } from './webhooks.dto';
import { type WebhookRow, WebhooksRepository, type WebhookValues } from './webhooks.repository';

const DEFAULTS = { active: true, timeout: 3, shelf_ids: [], book_ids: [], category_ids: [] };

/** Webhooks act with the rights of their owner, the user who saved them last (docs/decisions/0042). */
@Injectable()
export class WebhooksService {
  private readonly allowedHosts: AllowedHosts;

  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhooksRepository,
    private readonly secrets: WebhookSecrets,
    private readonly activity: ActivityLog,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.allowedHosts = new AllowedHosts(settings.outgoingAllowedHosts);
  }

  async list(query: ListQuery) {
    return (await this.webhooks.list(query)).map(presentWebhook);
  }

  async read(id: number): Promise<VersionedAnswer<ReturnType<typeof presentWebhook>>> {
    return versionedAnswer(presentWebhook((await this.webhooks.find(id)) ?? notFound('Webhook')));
  }

  /** @returns the webhook with its secret, which cannot be read again */
  create(dto: CreateWebhookDto, actor: Actor) {
    requireAllRights(actor);
    const values = this.checked({
      ...DEFAULTS,
      ...definedValues(dto),
      name: dto.name,
      endpoint: dto.endpoint,
      events: dto.events,
    });
    return this.database.transaction(async () => {
      const id = await this.webhooks.newId();
      const secret = newWebhookSecret();
      const sealed = this.secrets.seal(secret, id);
      const webhook = (await this.webhooks.insert(id, values, actor.id, sealed)) ?? notFound('Webhook');
      await this.activity.record('webhook_create', webhook, actor);
      return { ...presentWebhook(webhook), secret };
    });
  }

  update(id: number, dto: UpdateWebhookDto, actor: Actor) {
    requireAllRights(actor);
    return this.database.transaction(async () => {
      const before = await this.lock(id);
      await requireMatch(() => versionedAnswer(presentWebhook(before)));
      const values = this.checked({ ...before, ...definedValues(dto) });
      // Messages that the former owner may see must not reach the new one.
      if (before.owned_by !== actor.id) await this.webhooks.removeDeliveries(id);
      const webhook = (await this.webhooks.update(id, values, actor.id)) ?? notFound('Webhook');
      await this.activity.record('webhook_update', webhook, actor);
      return versionedAnswer(presentWebhook(webhook));
    });
  }

  /** Replaces the secret. Messages have two signatures for a day, so that the receiver can change its own meanwhile. */
  replaceSecret(id: number, actor: Actor) {
    return this.database.transaction(async () => {
      requireOwner(await this.lock(id), actor);
      const secret = newWebhookSecret();
      const sealed = this.secrets.seal(secret, id);
      const webhook = (await this.webhooks.replaceSecret(id, sealed)) ?? notFound('Webhook');
      await this.activity.record('webhook_update', webhook, actor);
      return { ...presentWebhook(webhook), secret };
    });
  }

  remove(id: number, actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      const webhook = await this.lock(id);
      await requireMatch(() => versionedAnswer(presentWebhook(webhook)));
      await this.webhooks.remove(id);
      await this.activity.record('webhook_delete', webhook, actor);
    });
  }

  private async lock(id: number): Promise<WebhookRow> {
    return (await this.webhooks.lock(id)) ?? notFound('Webhook');
  }

  /** @throws Problem 422 for an address that no message may be sent to */
  private checked(values: WebhookValues): WebhookValues {
    const validEvents = [...new Set(values.events)].filter((name) => EVENT_NAMES.includes(name));
    try {
      checkedTarget(values.endpoint, this.allowedHosts);
    } catch (failure) {
      if (!(failure instanceof OutgoingError)) throw failure;
      invalid({ endpoint: ['The endpoint must be a public http or https address.'] });
    }
    return { ...values, events: validEvents.includes(ALL_EVENTS) ? [ALL_EVENTS] : validEvents };
  }
}

/** Without the members that a request left out. */
const definedValues = (dto: UpdateWebhookDto): Partial<WebhookValues> =>
  Object.fromEntries(Object.entries(dto).filter(([, value]) => value !== undefined));

/** A webhook would do more than a token with limits allows. @throws Problem 403 */
function requireAllRights({ limits }: Actor): void {
  if (limits)
    forbidden('A token with limited scopes cannot act on webhooks, because they have all rights of their owner.');
}

/** Messages show contents that only the owner may see. @throws Problem 403 for all other callers */
export function requireOwner({ owned_by }: Pick<WebhookRow, 'owned_by'>, actor: Actor): void {
  requireAllRights(actor);
  if (owned_by !== actor.id)
    forbidden('Only the owner of a webhook may do this. Save the webhook to become its owner.');
}
