import { Database, setColumns } from '@almanac/database';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { createHmac } from 'node:crypto';
import type { Repository } from 'typeorm';
import { SETTINGS, type Settings } from '../../config';
import { randomText } from '../../content/slugs/random-text';
import { deriveKeys, type Keys, ownerName, seal, unseal } from '../../web/sessions/secrets';
import { BackupCode, TotpSecret } from './second-factor.entity';
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
const TAKE_STEP = `UPDATE totp_secrets SET ${setColumns(TotpSecret, { lastStep: '$2' })} WHERE user_id = $1 AND last_step < $2 RETURNING 1`;

/** The second factors of users: TOTP and backup codes. The contents of the database alone do not suffice to create a valid code. */
@Injectable()
export class SecondFactors {
  private readonly sealingKeys: Keys;
  private readonly codesKeys: Keys;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) { serviceSecret }: Settings,
    @InjectRepository(TotpSecret) private readonly secrets: Repository<TotpSecret>,
    @InjectRepository(BackupCode) private readonly codes: Repository<BackupCode>,
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
    const sealedSecret = seal(secret, this.sealingKeys, ownerName('user', userId));
    await this.secrets.insert({ userId, sealedSecret, lastStep: String(step) });
  }

  /** @returns new codes, which replace all old ones; only their hashes are stored */
  async renewBackupCodes(userId: number): Promise<string[]> {
    const codes = newBackupCodes();
    await this.codes.delete({ userId });
    await this.codes.insert(
      codes.map((code) => ({ userId, codeHash: hashBackupCode(code, this.codesKeys.current, userId) })),
    );
    return codes;
  }

  backupCodesLeft(userId: number): Promise<number> {
    return this.codes.countBy({ userId });
  }

  /** Consumes a code. @returns its kind, undefined if the code is wrong or used already */
  async redeem(userId: number, code: string): Promise<Method | undefined> {
    if (await this.redeemTotp(userId, code.replaceAll(/\s/g, ''))) return 'totp';
    const hashes = this.codesKeys.accepted.map((key) => hashBackupCode(code, key, userId));
    const spent = await this.database.query(SPEND_CODE, [userId, hashes]);
    return spent.length > 0 ? 'backup-codes' : undefined;
  }

  async remove(userId: number): Promise<void> {
    await this.secrets.delete(userId);
  }

  private async redeemTotp(userId: number, code: string): Promise<boolean> {
    const row = await this.secrets.findOneBy({ userId });
    if (!row) return false;
    const step = totpStep(unseal(row.sealedSecret, this.sealingKeys, ownerName('user', userId)), code);
    if (step === undefined) return false;
    // Of two requests with the same code only one succeeds. A code that is older than the last used one is refused.
    const claimed = await this.database.query(TAKE_STEP, [userId, step]);
    return claimed.length > 0;
  }
}
