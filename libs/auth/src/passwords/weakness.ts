import { readFile } from 'node:fs/promises';

/** 49,000 passwords of leaked lists, in lower case. Read as JSON, because the package's own entry takes ten times as long to unpack them. */
const LIST = require.resolve('@zxcvbn-ts/language-common/src/passwords.json');

interface Owner {
  name: string;
  email: string;
}

let common: Promise<ReadonlySet<string>> | undefined;

/** Read with the first new password, so that processes without one do not hold the list. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const words: unknown = JSON.parse(await readFile(LIST, 'utf8'));
  if (!Array.isArray(words)) throw new Error(`${LIST} is no list`);
  return new Set(words.map(String));
}

/** Case, white space and width make no password harder to guess. */
const normalized = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');

/**
 * Why a new password is easy to guess, as a sentence for its owner; undefined when it is not. Looks up the whole password and takes linear
 * time, unlike a score of its parts.
 */
export async function weaknessOf(password: string, { name, email }: Owner): Promise<string | undefined> {
  const text = normalized(password);
  if (new Set(text).size < 2) return 'This password is blank or repeats one character. Choose another one.';
  const own = [name, email, email.split('@')[0] ?? ''].map(normalized);
  if (own.includes(text)) return 'This password is the name or the e-mail address of the account. Choose another one.';
  common ??= readCommon();
  if (!(await common).has(text)) return undefined;
  return 'Many people use this password, so attackers try it first. Choose another one.';
}
