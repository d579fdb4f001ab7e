import type { Actor } from '@almanac/auth';
import type { RawInput } from '@almanac/http';
import { isBlank } from '@almanac/validation';
import { type Next, notify } from '@almanac/web';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { OneTimeSecrets } from '../../web/sessions/one-time-secrets';
import { ApiTokensService, newToken } from '../tokens/api-tokens.service';

const TOKENS = '/my-account/tokens';
const NEW_TOKEN = '/my-account/tokens/new';

/** The API tokens of the logged-in user, on web pages. */
@Injectable()
export class MyTokens {
  constructor(
    private readonly tokens: ApiTokensService,
    private readonly shownOnce: OneTimeSecrets,
  ) {}

  async list(actor: Actor) {
    const { rows } = await this.tokens.list(actor.id, actor);
    return {
      title: 'API tokens',
      section: 'tokens',
      width: 'wide',
      tokens: rows,
      permissions: [...actor.permissions].sort(),
    };
  }

  async create(form: RawInput, actor: Actor, request: Request): Promise<Next> {
    const { name, expires_at } = form;
    const token = await this.tokens.create(actor.id, newToken({ name, expires_at, scopes: scopesIn(form) }), actor);
    this.shownOnce.keep(request, NEW_TOKEN, [token.name, `${token.token_id}:${token.secret}`]);
    return { url: NEW_TOKEN };
  }

  show(request: Request) {
    const [name, secret] = this.shownOnce.take(request, NEW_TOKEN, TOKENS);
    return { title: 'Your new API token', section: 'tokens', name, secret };
  }

  async ask(id: number, actor: Actor) {
    const { token } = await this.tokens.find(actor.id, id, actor);
    return { title: 'Revoke an API token', section: 'tokens', width: 'wide', token, back: TOKENS };
  }

  async revoke(id: number, actor: Actor, request: Request): Promise<Next> {
    await this.tokens.remove(actor.id, id, actor);
    notify(request, 'The token is revoked. Nobody can use it any more.');
    return { url: TOKENS };
  }
}

/** The form offers full access, read access, or single permissions. An empty selection becomes `[]`, which the service refuses. */
function scopesIn({ access, scopes }: RawInput): unknown {
  if (access === 'read') return ['read'];
  if (access !== 'chosen') return null;
  return isBlank(scopes) ? [] : scopes;
}
