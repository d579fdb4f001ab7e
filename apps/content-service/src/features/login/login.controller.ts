import { Input } from '@almanac/http';
import { For, Form, localPath, type Next, WebPage } from '@almanac/web';
import { Get, Query, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { LoginDto } from './login.dto';
import { LoginService } from './login.service';

@WebPage('')
export class LoginController {
  constructor(private readonly login: LoginService) {}

  @Get('login')
  @For('guest')
  @Render('features/login/login')
  show(@Query('return') wanted?: string) {
    const path = localPath(wanted);
    return { title: 'Log in', action: path === undefined ? '/login' : `/login?return=${encodeURIComponent(path)}` };
  }

  @Form('login')
  @For('guest')
  logIn(@Input() form: LoginDto, @Query('return') wanted: string | undefined, @Req() request: Request): Promise<Next> {
    return this.login.logIn(request, form, localPath(wanted));
  }

  @Form('logout')
  logOut(@Req() request: Request): Promise<Next> {
    return this.login.logOut(request);
  }
}
