import { Id, Input, type RawInput } from '@almanac/http';
import { PostForm, type Next, WebPage } from '@almanac/web';
import { Get, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { Account } from '../../content/accounts/accounts';
import { ChangePasswordDto, ProfileDto } from './my-account.dto';
import { MyAccountService } from './my-account.service';
import { MyTokens } from './my-tokens';
import { CurrentAccount } from '../../web/sessions/web-sessions';

@WebPage('my-account', 'member')
export class MyAccountController {
  constructor(
    private readonly account: MyAccountService,
    private readonly tokens: MyTokens,
  ) {}

  @Get()
  @Render('features/my-account/profile')
  profile(@CurrentAccount() { actor, email }: Account) {
    return { title: 'My account', section: 'account', name: actor.name, email };
  }

  @PostForm()
  changeProfile(
    @Input() profile: ProfileDto,
    @CurrentAccount() account: Account,
    @Req() request: Request,
  ): Promise<Next> {
    return this.account.changeProfile(account, profile, request);
  }

  @Get('security')
  @Render('features/my-account/security')
  security(@CurrentAccount() account: Account) {
    return this.account.security(account);
  }

  @PostForm('security')
  changePassword(
    @Input() form: ChangePasswordDto,
    @CurrentAccount() account: Account,
    @Req() request: Request,
  ): Promise<Next> {
    return this.account.changePassword(account, form, request);
  }

  @Get('tokens')
  @Render('features/my-account/tokens')
  listTokens(@CurrentAccount() { actor }: Account) {
    return this.tokens.list(actor);
  }

  @PostForm('tokens')
  createToken(@Input() form: RawInput, @CurrentAccount() { actor }: Account, @Req() request: Request): Promise<Next> {
    return this.tokens.create(form, actor, request);
  }

  @Get('tokens/new')
  @Render('features/my-account/new-token')
  showToken(@Req() request: Request) {
    return this.tokens.show(request);
  }

  @Get('tokens/:id/revoke')
  @Render('features/tokens/site/revoke')
  askToRevoke(@Id('Token') id: number, @CurrentAccount() { actor }: Account) {
    return this.tokens.ask(id, actor);
  }

  @PostForm('tokens/:id/revoke')
  revokeToken(@Id('Token') id: number, @CurrentAccount() { actor }: Account, @Req() request: Request): Promise<Next> {
    return this.tokens.revoke(id, actor, request);
  }
}
