import { Input } from '@almanac/http';
import { EmailAddress, MaxLength, Required, Text } from '@almanac/validation';
import { PostForm, type Next, WebPage } from '@almanac/web';
import { Get, Param, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { NewPasswordDto } from '../../content/accounts/passwords';
import { PasswordResetService } from './password-reset.service';

class ResetRequestDto {
  @Required()
  @Text()
  @EmailAddress()
  @MaxLength(255)
  email!: string;
}

@WebPage('password')
export class PasswordResetController {
  constructor(private readonly resets: PasswordResetService) {}

  @Get('email')
  @Render('features/password-reset/ask-for-link')
  ask() {
    return { title: 'Forgotten password', canSend: this.resets.canSend };
  }

  @PostForm('email')
  sendLink(@Input() { email }: ResetRequestDto, @Req() request: Request): Promise<Next> {
    return this.resets.sendLink(email, request);
  }

  @Get('reset/:token')
  @Render('features/password-reset/choose-password')
  async choose(@Param('token') token: string) {
    await this.resets.requireLink(token);
    return { title: 'Choose a new password' };
  }

  @PostForm('reset/:token')
  reset(@Param('token') token: string, @Input() { password }: NewPasswordDto, @Req() request: Request): Promise<Next> {
    return this.resets.reset(token, password, request);
  }
}
