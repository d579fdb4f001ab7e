import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { BackupError } from './backup-error';

/** Encrypts to the public key of age (https://age-encryption.org), so that the machine with the backups cannot read them. */
export async function encrypted(plain: Readable, recipient: string): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return Readable.fromWeb(await encrypter.encrypt(ReadableStream.from<Uint8Array>(plain)));
}

/** @throws BackupError when the key is of another backup */
export async function decrypted(sealed: Readable, identity: string): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  try {
    return Readable.fromWeb(await decrypter.decrypt(ReadableStream.from<Uint8Array>(sealed)));
  } catch (cause) {
    sealed.destroy();
    if (!(cause instanceof Error && cause.message.includes('identity matched'))) throw cause;
    throw new BackupError(
      'The backup was encrypted with another key. Set BACKUP_IDENTITY_FILE to the file of its key.',
      {
        cause,
      },
    );
  }
}

/** A new pair of keys: the identity opens backups, the recipient only makes them. */
export async function newKeys(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** @throws Error for a text that is no public key */
export function checkRecipient(recipient: string): void {
  new Encrypter().addRecipient(recipient);
}

/** @throws Error for a text that is no key */
export function checkIdentity(identity: string): void {
  new Decrypter().addIdentity(identity);
}
