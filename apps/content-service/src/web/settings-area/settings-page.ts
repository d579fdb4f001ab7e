import { forbidden } from '@almanac/errors';
import { WebPage } from '@almanac/web';
import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  SetMetadata,
  UseGuards,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { entriesFor, entryOf, type SettingsEntry } from './entries';

const ENTRY = 'almanac:settings-entry';

/** Opens a page of the settings area to members who hold the permissions of its entry, and adds the side navigation. */
@Injectable()
class SettingsGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const [{ account }, { locals }] = [http.getRequest<Request>(), http.getResponse<Response>()];
    if (!account) return forbidden();
    const entry = this.reflector.get<SettingsEntry | undefined>(ENTRY, context.getClass());
    const entries = entriesFor(account.actor);
    if (entry ? !entries.includes(entry) : entries.length === 0) forbidden();
    // An API token in a header counts on no page.
    http.getRequest<Request>().actor = account.actor;
    const links = entries.map((one) => ({ ...one, current: one === entry }));
    Object.assign(locals, {
      section: 'settings',
      side: { label: 'Settings', links },
      styles: ['settings.css'],
      scripts: ['local-times.js'],
    });
    return true;
  }
}

const inSettingsArea = (path: string, entry?: SettingsEntry) =>
  applyDecorators(WebPage(path, 'member'), UseGuards(SettingsGuard), SetMetadata(ENTRY, entry));

/** A controller of pages in the settings area. The entry of its address tells the permissions; `CurrentActor` is the member. */
export const SettingsPage = (path: string) => inSettingsArea(path, entryOf(path));

/** The controller of the start of the settings area, which all members with an entry may open. */
export const SettingsStart = () => inSettingsArea('settings');
