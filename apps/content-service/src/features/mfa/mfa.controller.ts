import { Input } from '@almanac/http';
import { MaxLength, Required, Text } from '@almanac/validation';
import { For, PostForm, type Next, WebPage } from '@almanac/web';
import { Get, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { Account } from '../../content/accounts/accounts';
import { MfaService } from './mfa.service';
import { MfaSetup } from './mfa-setup';
import { CurrentAccount } from '../../web/sessions/web-sessions';

export class CodeDto {
  @Required()
  @Text()
  @MaxLength(50)
  code!: string;
}

export class CurrentPasswordDto {
  @Required()
  @Text()
  @MaxLength(1_000)
  password_current!: string;
}

@WebPage('mfa', 'member')
export class MfaController {
  constructor(
    private readonly mfa: MfaService,
    private readonly setup: MfaSetup,
  ) {}

  @Get('verify')
  @For('second-factor')
  @Render('features/mfa/verify')
  askForCode() {
    return { title: 'Enter a code' };
  }

  @PostForm('verify')
  @For('second-factor')
  verify(@Input() { code }: CodeDto, @CurrentAccount() account: Account, @Req() request: Request): Promise<Next> {
    return this.mfa.verify(account, code, request);
  }

  @Get('setup')
  @For('set-up', 'member')
  @Render('features/mfa/setup')
  showKey(@CurrentAccount() account: Account, @Req() request: Request) {
    return this.setup.show(account, request);
  }

  @PostForm('setup')
  @For('set-up', 'member')
  confirmKey(@Input() { code }: CodeDto, @CurrentAccount() account: Account, @Req() request: Request): Promise<Next> {
    return this.setup.confirm(account, code, request);
  }

  @Get('backup-codes')
  @Render('features/mfa/confirm')
  askForNewCodes() {
    return {
      title: 'New backup codes',
      section: 'security',
      button: 'Make new codes',
      says: 'The codes that you have now stop working.',
    };
  }

  @PostForm('backup-codes')
  renewCodes(
    @Input() { password_current }: CurrentPasswordDto,
    @CurrentAccount() account: Account,
    @Req() request: Request,
  ): Promise<Next> {
    return this.mfa.renewBackupCodes(account, password_current, request);
  }

  @Get('new-codes')
  @Render('features/mfa/backup-codes')
  showCodes(@Req() request: Request) {
    return this.mfa.showBackupCodes(request);
  }

  @Get('remove')
  @Render('features/mfa/confirm')
  askForRemoval() {
    const says = 'Your password alone will be enough to log in. Your backup codes stop working.';
    return { title: 'Switch off two-step log-in', section: 'security', button: 'Switch it off', says };
  }

  @PostForm('remove')
  remove(
    @Input() { password_current }: CurrentPasswordDto,
    @CurrentAccount() account: Account,
    @Req() request: Request,
  ): Promise<Next> {
    return this.mfa.remove(account, password_current, request);
  }
}
