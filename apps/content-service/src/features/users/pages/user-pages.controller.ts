import { type Actor, CurrentActor } from '@almanac/auth';
import { Id } from '@almanac/http';
import { Form, type Next } from '@almanac/web';
import { Req } from '@nestjs/common';
import type { Request } from 'express';
import { recordPages } from '../../../web/settings-area/record-pages';
import { SettingsPage } from '../../../web/settings-area/settings-page';
import { UserForms } from './user-forms';

@SettingsPage('settings/users')
export class UserSettingsController extends recordPages('User', 'features/users/pages') {
  constructor(protected override readonly forms: UserForms) {
    super();
  }

  @Form(':id/invitation')
  invite(@Id('User') id: number, @CurrentActor() actor: Actor, @Req() request: Request): Promise<Next> {
    return this.forms.invite(id, actor, request);
  }
}
