import type { Actor } from '@almanac/auth';
import type { RawInput } from '@almanac/http';
import { validated } from '@almanac/validation';
import { type Next, notify } from '@almanac/web';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { OneTimeSecrets } from '../../../web/sessions/one-time-secrets';
import { ListView } from '../../../web/settings-area/list-view';
import { DeliveriesService } from '../deliveries.service';
import { ALL_EVENTS, EVENT_NAMES, phraseOf } from '../events/event-names';
import { ScopeFields } from './scope-fields';
import { CreateWebhookDto, UpdateWebhookDto } from '../webhooks.dto';
import { WebhooksService } from '../webhooks.service';

const WEBHOOKS = '/settings/webhooks';
export const webhookPath = (id: number): string => `${WEBHOOKS}/${id}`;

const NEW = {
  name: '',
  endpoint: '',
  events: [] as string[],
  active: true,
  timeout: 3,
  shelf_ids: [] as number[],
  book_ids: [] as number[],
  category_ids: [] as number[],
};

/** Webhooks in forms, over the services of the API. */
@Injectable()
export class WebhookForms {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly deliveries: DeliveriesService,
    private readonly secrets: OneTimeSecrets,
    private readonly scope: ScopeFields,
  ) {}

  async list(parameters: RawInput) {
    const list = new ListView(WEBHOOKS, parameters, { sorts: ['name', 'last_called_at', 'last_errored_at'] });
    const { rows, total } = await this.webhooks.list(list.query());
    return { title: 'Webhooks', list, rows, total, pager: list.pager(total) };
  }

  async showNew(_parameters: RawInput, actor: Actor, entered: RawInput) {
    const scope = await this.scope.show(NEW, entered, actor);
    return { title: 'New webhook', webhook: NEW, action: `${WEBHOOKS}/new`, groups: EVENT_GROUPS, scope };
  }

  async create(form: RawInput, actor: Actor, request: Request): Promise<Next> {
    const webhook = await this.webhooks.create(validated(CreateWebhookDto, await this.webhookIn(form, actor)), actor);
    return this.showSecret(webhook, request);
  }

  async show(id: number, actor: Actor, entered: RawInput) {
    const webhook = await this.read(id);
    const isOwner = webhook.owned_by === actor.id;
    const scope = await this.scope.show(webhook, entered, actor);
    return {
      title: `Webhook: ${webhook.name}`,
      webhook,
      action: webhookPath(id),
      groups: EVENT_GROUPS,
      isOwner,
      scope,
    };
  }

  async save(id: number, form: RawInput, actor: Actor, request: Request): Promise<Next> {
    await this.webhooks.update(id, validated(UpdateWebhookDto, await this.webhookIn(form, actor)), actor);
    notify(request, 'The webhook is saved.');
    return { url: webhookPath(id) };
  }

  async replaceSecret(id: number, actor: Actor, request: Request): Promise<Next> {
    return this.showSecret(await this.webhooks.replaceSecret(id, actor), request);
  }

  secret(id: number, request: Request) {
    const [name, secret] = this.secrets.take(request, `${webhookPath(id)}/secret`, webhookPath(id));
    return { title: 'The secret of your webhook', name, secret, path: webhookPath(id) };
  }

  async sendTest(id: number, actor: Actor, request: Request): Promise<Next> {
    const delivery = await this.deliveries.sendTest(id, actor);
    notify(request, 'The test message is on its way.');
    return { url: `${webhookPath(id)}/deliveries/${delivery.id}` };
  }

  async ask(id: number) {
    const webhook = await this.read(id);
    return { title: 'Delete the webhook', webhook, path: webhookPath(id) };
  }

  async remove(id: number, _form: RawInput, actor: Actor, request: Request): Promise<Next> {
    await this.webhooks.remove(id, actor);
    notify(request, 'The webhook is deleted.');
    return { url: WEBHOOKS };
  }

  private async read(id: number) {
    return (await this.webhooks.read(id)).show();
  }

  private showSecret({ id, name, secret }: { id: number; name: string; secret: string }, request: Request): Next {
    const url = `${webhookPath(id)}/secret`;
    this.secrets.keep(request, url, [name, secret]);
    return { url };
  }

  /** The fields of the form as members of `/api/webhooks`. */
  private async webhookIn(form: RawInput, actor: Actor): Promise<object> {
    return {
      name: form['name'],
      endpoint: form['endpoint'],
      events: form['events'] ?? [],
      active: form['active'] === 'on',
      timeout: form['timeout'],
      ...(await this.scope.read(form, actor)),
    };
  }
}

const GROUPS: readonly (readonly [label: string, names: RegExp])[] = [
  ['Pages', /^(?:page|revision)_/],
  ['Chapters', /^chapter_/],
  ['Books', /^book_/],
  ['Shelves', /^bookshelf_/],
  ['Comments', /^comment/],
  ['Calendar', /^(?:event|venue|organizer)_/],
  ['Users, roles and tokens', /^(?:user|role|api_token|auth|mfa)_/],
  ['Administration', /./],
];

/** The events of the form for webhooks, each in the first group that its name fits. */
const EVENT_GROUPS = GROUPS.map(([label, names], index) => ({
  label,
  events: EVENT_NAMES.filter(
    (name) =>
      name !== ALL_EVENTS && names.test(name) && !GROUPS.slice(0, index).some(([, earlier]) => earlier.test(name)),
  ).map((name) => ({ name, label: phraseOf(name) })),
}));
