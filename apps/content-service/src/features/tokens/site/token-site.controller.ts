import { type Actor, CurrentActor } from '@almanac/auth';
import { Id } from '@almanac/http';
import { PostForm, type Next, notify } from '@almanac/web';
import { Get, Query, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { ListView } from '../../../web/settings-area/list-view';
import { SettingsPage } from '../../../web/settings-area/settings-page';
import { ApiTokensService } from '../api-tokens.service';

const TOKENS = '/settings/tokens';

@SettingsPage('settings/tokens')
export class TokenSiteController {
  constructor(private readonly tokens: ApiTokensService) {}

  @Get()
  @Render('features/tokens/site/tokens')
  async list(@Query() parameters: Record<string, unknown>, @CurrentActor() actor: Actor) {
    const list = new ListView(TOKENS, parameters, {
      sorts: ['-created_at', 'name', 'expires_at', 'last_used_at'],
      filters: ['search'],
    });
    const { rows, total } = await this.tokens.listAll(list.query(), list.filters['search'] ?? '', actor);
    return { title: 'API tokens', list, rows, total, pager: list.pager(total), today: new Date().toISOString() };
  }

  @Get(':userId/:tokenId/revoke')
  @Render('features/tokens/site/revoke')
  async ask(
    @Id('User', 'userId') userId: number,
    @Id('Token', 'tokenId') tokenId: number,
    @CurrentActor() actor: Actor,
  ) {
    const { token, owner } = await this.tokens.find(userId, tokenId, actor);
    return { title: 'Revoke an API token', token, owner: { name: owner.name }, back: TOKENS };
  }

  @PostForm(':userId/:tokenId/revoke')
  async revoke(
    @Id('User', 'userId') userId: number,
    @Id('Token', 'tokenId') tokenId: number,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    await this.tokens.remove(userId, tokenId, actor);
    notify(request, 'The token is revoked. Nobody can use it any more.');
    return { url: TOKENS };
  }
}
