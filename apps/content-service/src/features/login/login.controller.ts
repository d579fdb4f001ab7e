import { Input } from '@almanac/http';
import { For, PostForm, localPath, type Next, WebPage } from '@almanac/web';
import { Get, Headers, Query, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { LoginDto } from './login.dto';
import { LoginService } from './login.service';

const ENDED = 'You are no longer logged in, so nothing was saved. Log in to go on where you were.';

@WebPage('')
export class LoginController {
  constructor(private readonly login: LoginService) {}

  @Get('login')
  @For('guest')
  @Render('features/login/login')
  show(@Query('return') returnPath?: string, @Query('ended') ended?: string, @Headers('referer') from?: string) {
    const path = localPath(returnPath);
    const action = path === undefined ? '/login' : `/login?return=${encodeURIComponent(path)}`;
    const isSent = path !== undefined && path !== '/' && !leadsFrom(from, path);
    return { title: 'Log in', action, reason: ended === '1' ? ENDED : isSent && 'Log in to read this page.' };
  }

  @PostForm('login')
  @For('guest')
  logIn(
    @Input() form: LoginDto,
    @Query('return') returnPath: string | undefined,
    @Req() request: Request,
  ): Promise<Next> {
    return this.login.logIn(request, form, localPath(returnPath));
  }

  @PostForm('logout')
  logOut(@Req() request: Request): Promise<Next> {
    return this.login.logOut(request);
  }
}

/** Whether the visitor pressed “Log in” on the page itself, or sent the form before. Others were sent from a page that needs an account. */
function leadsFrom(referer: string | undefined, path: string): boolean {
  if (referer === undefined || !URL.canParse(referer)) return false;
  const { pathname, search } = new URL(referer);
  return pathname === '/login' || pathname + search === path;
}
