import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { SETTINGS, type Settings } from '../../config';
import { deriveKeys, type Keys } from './secrets';

const DEVICE_ID_BYTES = 12;
const MAX_ACCOUNTS = 5;
/** Browsers keep a cookie no longer than this. */
const MAX_AGE_MS = 400 * 24 * 60 * 60 * 1_000;

interface Device {
  /** The signed part of the cookie. */
  readonly text: string;
  /** Whether the first of several accepted secrets signed it. */
  readonly hasCurrentKey: boolean;
  readonly id: string;
  /** Users who logged in with this browser, the latest first. */
  readonly userIds: readonly number[];
}

/**
 * Recognises browsers in which a user logged in before, by a signed cookie that outlives the session. The cookie grants no access:
 * it only keeps wrong guesses from other devices from locking out the user (OWASP, "Device Cookies").
 */
@Injectable()
export class KnownDevices {
  private readonly keys: Keys;
  private readonly isSecure: boolean;
  private readonly cookie: string;

  constructor(@Inject(SETTINGS) { serviceSecret, baseUrl }: Settings) {
    this.keys = deriveKeys(serviceSecret, 'known devices');
    this.isSecure = baseUrl.startsWith('https:');
    this.cookie = this.isSecure ? '__Host-almanac-device' : 'almanac-device';
  }

  /** The id of the browser if this user logged in with it before. */
  idFor(request: Request, userId: number): string | undefined {
    const device = this.read(request);
    return device?.userIds.includes(userId) ? device.id : undefined;
  }

  /** Call only after all steps of the log-in succeeded. */
  remember(request: Request, userId: number): void {
    const known = this.read(request);
    const userIds = [userId, ...(known?.userIds ?? []).filter((id) => id !== userId)].slice(0, MAX_ACCOUNTS);
    const id = known?.id ?? randomBytes(DEVICE_ID_BYTES).toString('base64url');
    this.give(request, `${id}.${userIds.join('-')}`);
  }

  /** Signs the cookie with the current secret, so that a rotation of the secret forgets no browser that visited meanwhile. */
  renew(request: Request): void {
    const known = this.read(request);
    if (known && !known.hasCurrentKey) this.give(request, known.text);
  }

  private give({ res }: Request, text: string): void {
    const options = { httpOnly: true, sameSite: 'lax', secure: this.isSecure, path: '/', maxAge: MAX_AGE_MS } as const;
    res?.cookie(this.cookie, `${text}.${sign(text, this.keys.current)}`, options);
  }

  private read({ headers }: Request): Device | undefined {
    const pairs = (headers.cookie ?? '').split(/;\s*/);
    const value = pairs.find((pair) => pair.startsWith(`${this.cookie}=`))?.slice(this.cookie.length + 1) ?? '';
    const [id, users, signature] = value.split('.');
    if (id === undefined || users === undefined || signature === undefined) return undefined;
    const text = `${id}.${users}`;
    const isSignedBy = (key: Buffer) => isSame(signature, sign(text, key));
    if (!this.keys.accepted.some(isSignedBy)) return undefined;
    return { text, hasCurrentKey: isSignedBy(this.keys.current), id, userIds: users.split('-').map(Number) };
  }
}

const sign = (text: string, key: Buffer): string => createHmac('sha256', key).update(text).digest('base64url');

function isSame(received: string, expected: string): boolean {
  const [one, other] = [Buffer.from(received), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
