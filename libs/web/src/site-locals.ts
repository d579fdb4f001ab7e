import { namesSecret } from '@almanac/observability';
import type { FieldMessages } from '@almanac/errors';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CSRF_FIELD, csrfToken } from './csrf';
import { FormFaults } from './form-faults';
import { localPath } from './local-path';
import { hasSession } from './sessions/browser-sessions';
import type { Visitor } from './visitor';

/** Messages about the last action, which the next page shows once. */
interface Flash {
  notice?: string;
  /** Where the notice leads, such as to the restored item. */
  link?: { path: string; label: string };
  /** The mark of the form that was accepted. The browser need not keep its text any longer. */
  saved?: string;
  faults?: FieldMessages;
  /** Typed values to show again; never a secret. */
  entered?: Record<string, string | string[]>;
}

declare module 'express-session' {
  interface SessionData {
    flash?: Flash;
  }
}

/** Sets the data that every template can use besides its own. */
export function setSiteLocals(request: Request, response: Response, visitor: Visitor): void {
  const flash = takeFlash(request);
  Object.assign(response.locals, {
    visitor,
    logIn: visitor.stage === 'guest' ? logInFrom(request) : undefined,
    // A page with such messages is for one reader only.
    hasMessages: Object.keys(flash).length > 0,
    notice: flash.notice,
    noticeLink: flash.link,
    savedForm: flash.saved,
    faults: new FormFaults(flash.faults),
    entered: flash.entered ?? {},
    csrfField: CSRF_FIELD,
    // A function that only forms call, so that a page without a form needs no session.
    csrfToken: () => {
      // The size of a compressed page would reveal the token to an attacker who can add text to the page (BREACH).
      response.setHeader('Cache-Control', 'no-cache, no-store, private, no-transform');
      return csrfToken(request);
    },
  });
}

/** The values of a form that was refused, for pages that look something up for them; empty for a new form. */
export const SubmittedValues = createParamDecorator(
  (_: unknown, context: ExecutionContext): unknown =>
    context.switchToHttp().getResponse<Response>().locals['entered'] ?? {},
);

/** Other methods than GET leave the messages to the next page. */
function takeFlash(request: Request): Flash {
  if (!hasSession(request)) return {};
  const { flash = {} } = request.session;
  if (request.method === 'GET') delete request.session.flash;
  return flash;
}

export const READS = ['GET', 'HEAD'];

/**
 * The log-in page, which leads back to the present page, or to the one with the form that was sent. HEAD and GET share a cached page, so both
 * get the same address.
 */
export function logInFrom({ method, originalUrl, headers: { referer = '' } }: Request): string {
  const form = URL.canParse(referer) ? new URL(referer) : undefined;
  const page = READS.includes(method) ? originalUrl : localPath(form && form.pathname + form.search);
  return page === undefined || /^\/login(?:\?|$)/.test(page) ? '/login' : `/login?return=${encodeURIComponent(page)}`;
}

/** Shows a notice on the next page. */
export function notify(request: Request, notice: string, link?: Flash['link']): void {
  const body: unknown = request.body;
  const mark = typeof body === 'object' && body !== null && 'form_mark' in body ? body.form_mark : undefined;
  const saved = typeof mark === 'string' && /^\w{1,40}$/.test(mark) ? mark : undefined;
  request.session.flash = { notice, ...(link && { link }), ...(saved !== undefined && { saved }) };
}

/** Keeps the faults and typed values of a form for the next page, except passwords, codes and tokens. */
export function flashForm(request: Request, faults: FieldMessages): void {
  const body: unknown = request.body;
  const typed = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  const entered = typed.filter(([name]) => mayBeStored(name)).flatMap(([name, value]) => storedPair(name, value));
  request.session.flash = { faults, entered: Object.fromEntries(entered) };
}

const MAX_CHARACTERS = 500;
const MAX_CHOICES = 200;

/** Texts and lists of chosen texts are kept, within limits. Everything else is left out. */
function storedPair(name: string, value: unknown): [name: string, kept: string | string[]][] {
  if (typeof value === 'string') return [[name, value.slice(0, MAX_CHARACTERS)]];
  if (!Array.isArray(value)) return [];
  const texts = value.filter((item): item is string => typeof item === 'string').slice(0, MAX_CHOICES);
  return [[name, texts.map((text) => text.slice(0, MAX_CHARACTERS))]];
}

const mayBeStored = (name: string): boolean => name !== CSRF_FIELD && name !== 'code' && !namesSecret(name);
