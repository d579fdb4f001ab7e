import type { HtmlValidate, RuleConfig } from 'html-validate';
import { formFaults } from './forms';

/** Differences from the recommended rules. */
const RULES: RuleConfig = {
  'no-missing-references': 'error',
  // The standard allows both forms.
  'doctype-style': 'off',
  'attribute-boolean-style': 'off',
  'no-trailing-whitespace': 'off',
  'void-style': 'off',
  'prefer-tbody': 'off',
  // Titles hold the names of items and users, which may be long.
  'long-title': 'off',
  // The contract gives sections of texts their ids: `bkmrk-` and encoded text.
  'valid-id': ['error', { relaxed: true }],
  // A list may have a name, too.
  'aria-label-misuse': ['error', { allowAnyNamable: true }],
};

let validator: Promise<HtmlValidate> | undefined;

// Loaded at the first page, because most test files read none.
async function loadValidator(): Promise<HtmlValidate> {
  const { HtmlValidate, StaticConfigLoader } = await import('html-validate');
  const loader = new StaticConfigLoader({ root: true, extends: ['html-validate:recommended'], rules: RULES });
  const config = await loader.getConfigFor('');
  // The library would resolve rules and elements anew for every page, which takes longer than the judgement.
  loader.getConfigFor = () => config;
  return new HtmlValidate(loader);
}

/** Faults of a page by the HTML standard, each with its line, and faults of its forms; empty for a valid page. */
export async function htmlFaults(html: string): Promise<string[]> {
  validator ??= loadValidator();
  const { results } = await (await validator).validateString(html);
  const lines = html.split('\n');
  const messages = results.flatMap((result) => result.messages);
  return [
    ...messages.map(({ ruleId, message, line }) => `${ruleId}: ${message}: ${lines[line - 1]?.trim() ?? ''}`),
    ...formFaults(html),
  ];
}

/** @throws Error for a page that is not valid HTML. Other answers and files to save are not judged. */
export async function requireValidHtml(url: string, headers: Headers, text: string): Promise<void> {
  const isPage = headers.get('content-type')?.startsWith('text/html') && !headers.has('content-disposition');
  if (!isPage) return;
  const faults = await htmlFaults(text);
  if (faults.length > 0) throw new Error(`The page ${url} is not valid HTML:\n${faults.join('\n')}`);
}
