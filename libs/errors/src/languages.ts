import type Negotiator from 'negotiator';
import type { Problem } from './problem';

/** Gives an English sentence in another language; the same sentence when it has no translation. */
type Translate = (english: string) => string;

/**
 * The languages of error messages by their tag, English first. The code phrases its messages in English. An entry here, such as
 * `de: (english) => GERMAN[english] ?? english`, adds a language without a change of any handler.
 */
export const LANGUAGES: Readonly<Record<string, Translate>> = { en: (english) => english };

/** The first accepted language that there is; English for callers that accept none. */
export function languageFor(caller: Negotiator, languages: Readonly<Record<string, Translate>>): string {
  return caller.language(Object.keys(languages)) ?? 'en';
}

/** The texts of a problem that people read. */
export interface Sentences {
  message: string;
  fields: Record<string, string[]> | undefined;
}

export const sentences = ({ message, details: { fields } }: Problem, translate: Translate): Sentences => ({
  message: translate(message),
  fields: fields && Object.fromEntries(Object.entries(fields).map(([name, texts]) => [name, texts.map(translate)])),
});
