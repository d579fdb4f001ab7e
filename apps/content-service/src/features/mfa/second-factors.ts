import { Database } from '@almanac/database';
import { Inject, Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import { SETTINGS, type Settings } from '../../config';
import { randomText } from '../../content/slugs/random-text';
import { deriveKeys, type Keys, ownerName, seal, unseal } from '../../web/sessions/secrets';
import { totpStep } from './totp';

export type Method = 'totp' | 'backup-codes';

/** No characters that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 10;
const CODES = 10;

/** Ten codes such as `k3f9x-2mwqp`, about 50 bits each. */
const newBackupCodes = (): string[] => Array.from({ length: CODES }, newCode);

function newCode(): string {
  const text = randomText(LENGTH, ALPHABET);
  return `${text.slice(0, LENGTH / 2)}-${text.slice(LENGTH / 2)}`;
}

/** Normalizes typed codes: without spaces and dashes, in lower case. */
const normal = (code: string): string => code.replaceAll(/[\s-]/g, '').toLowerCase();

/** Keyed with a secret that is not in the database: a plain hash of so few bits could be reversed by guessing. */
const hashBackupCode = (code: string, key: Buffer, userId: number): Buffer =>
  createHmac('sha256', key)
    .update(`${userId} ${normal(code)}`)
    .digest();

const SPEND_CODE = 'DELETE FROM backup_codes WHERE user_id = $1 AND code_hash = ANY($2::bytea[]) RETURNING 1';
const TAKE_STEP = 'UPDATE totp_secrets SET last_step = $2 WHERE user_id = $1 AND last_step < $2 RETURNING 1';

/** The second factors of users: TOTP and backup codes. The contents of the database alone do not suffice to create a valid code. */
@Injectable()
export class SecondFactors {
  private readonly sealingKeys: Keys;
  private readonly codesKeys: Keys;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) { serviceSecret }: Settings,
  ) {
    this.sealingKeys = deriveKeys(serviceSecret, 'second factors');
    this.codesKeys = deriveKeys(serviceSecret, 'backup codes');
  }

  /** Encrypts a key that is not confirmed yet, for storing it in the session. */
  sealed(secret: string, userId: number): string {
    return seal(secret, this.sealingKeys, ownerName('user', userId)).toString('base64');
  }

  unsealed(sealed: string, userId: number): string {
    return unseal(Buffer.from(sealed, 'base64'), this.sealingKeys, ownerName('user', userId));
  }

  /**
   * Enables TOTP: from now on the user needs a code at log-in.
   * @param step the step of the code that confirmed the key; it cannot be used again
   */
  async setUp(userId: number, secret: string, step: number): Promise<void> {
    const sealed = seal(secret, this.sealingKeys, ownerName('user', userId));
    await this.database.query('INSERT INTO totp_secrets (user_id, sealed_secret, last_step) VALUES ($1, $2, $3)', [
      userId,
      sealed,
      step,
    ]);
  }

  /** @returns new codes, which replace all old ones; only their hashes are stored */
  async renewBackupCodes(userId: number): Promise<string[]> {
    const codes = newBackupCodes();
    const hashes = codes.map((code) => hashBackupCode(code, this.codesKeys.current, userId));
    await this.database.query('DELETE FROM backup_codes WHERE user_id = $1', [userId]);
    await this.database.query('INSERT INTO backup_codes (user_id, code_hash) SELECT $1, unnest($2::bytea[])', [
      userId,
      hashes,
    ]);
    return codes;
  }

  async backupCodesLeft(userId: number): Promise<number> {
    const [row] = await this.database.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM backup_codes WHERE user_id = $1',
      [userId],
    );
    return row?.n ?? 0;
  }

  /** Consumes a code. @returns its kind, undefined if the code is wrong or used already */
  async redeem(userId: number, code: string): Promise<Method | undefined> {
    if (await this.redeemTotp(userId, code.replaceAll(/\s/g, ''))) return 'totp';
    const hashes = this.codesKeys.accepted.map((key) => hashBackupCode(code, key, userId));
    const spent = await this.database.query(SPEND_CODE, [userId, hashes]);
    return spent.length > 0 ? 'backup-codes' : undefined;
  }

  async remove(userId: number): Promise<void> {
    await this.database.query('DELETE FROM totp_secrets WHERE user_id = $1', [userId]);
  }

  private async redeemTotp(userId: number, code: string): Promise<boolean> {
    const [row] = await this.database.query<{ sealed: Buffer }>(
      'SELECT sealed_secret AS sealed FROM totp_secrets WHERE user_id = $1',
      [userId],
    );
    const step = row && totpStep(unseal(row.sealed, this.sealingKeys, ownerName('user', userId)), code);
    if (step === undefined) return false;
    // Of two requests with the same code only one succeeds. A code that is older than the last used one is refused.
    const claimed = await this.database.query(TAKE_STEP, [userId, step]);
    return claimed.length > 0;
  }
}
