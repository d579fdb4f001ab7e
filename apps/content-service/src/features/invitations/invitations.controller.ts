import { Input } from '@almanac/http';
import { Form, type Next, WebPage } from '@almanac/web';
import { Get, Param, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { NewPasswordDto } from '../../content/accounts/new-password.dto';
import { AcceptedInvitations } from './accepted-invitations';

@WebPage('register/invite/:token')
export class InvitationsController {
  constructor(private readonly invitations: AcceptedInvitations) {}

  @Get()
  @Render('features/invitations/accept')
  async show(@Param('token') token: string) {
    return { title: 'Welcome', email: await this.invitations.invited(token) };
  }

  @Form()
  accept(@Param('token') token: string, @Input() { password }: NewPasswordDto, @Req() request: Request): Promise<Next> {
    return this.invitations.accept(token, password, request);
  }
}
