import { readFile } from 'node:fs/promises';
import { nonEmpty } from '@almanac/testing';
import { chartSchema, PAGE_FILE } from './files';
import { GROUPS } from './meanings';
import { settingsPage } from './page';
import { TABLES } from './tables';

// After a difference: npx node --require ./tools/typescript.cjs tools/settings/write.ts

it('the schema of the chart is the one that the tables of settings give', async () => {
  const { schema, made } = await chartSchema();
  expect(schema).toEqual(made);
});

it('the page of settings is the one that the tables give', async () => {
  /** Without the padding of cells. */
  const plain = (text: string) => text.replace(/ {2,}/g, ' ').replace(/-{3,}/g, '---');
  expect(plain(await readFile(PAGE_FILE, 'utf8'))).toBe(plain(settingsPage()));
});

it('the page of settings needs one meaning for each setting of a program', () => {
  const [first, ...others] = GROUPS;
  expect(() => settingsPage(others)).toThrow('must describe once: BASE_URL');
  expect(() => settingsPage([...GROUPS, ...(first ? [first] : [])])).toThrow('must describe once: BASE_URL');
  const unknown = { title: 'Unknown', settings: [{ name: 'COLOUR', text: 'The colour.' }] };
  expect(() => settingsPage([...GROUPS, unknown])).toThrow('No program reads COLOUR');
});

it('a variable of several programs has one rule, apart from its default', () => {
  const ruleTexts = new Map<string, string[]>();
  for (const { name, ...rule } of nonEmpty(Object.values(TABLES).flat())) {
    const text = JSON.stringify({ ...rule, fallback: undefined, isRequired: undefined }, (_, value: unknown) =>
      value instanceof RegExp ? value.source : value,
    );
    ruleTexts.set(name, [...(ruleTexts.get(name) ?? []), text]);
  }
  const different = [...ruleTexts].filter(([, texts]) => new Set(texts).size > 1).map(([name]) => name);
  expect(different).toEqual([]);
});
