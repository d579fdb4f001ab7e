// Writes what is made from the tables of settings: npx node --require ./tools/typescript.cjs tools/settings/write.ts
import { writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { chartSchema, PAGE_FILE, SCHEMA_FILE } from './files';
import { settingsPage } from './page';

async function write(filepath: string, text: string): Promise<void> {
  await writeFile(filepath, await format(text, { ...(await resolveConfig(filepath)), filepath }));
}

async function main(): Promise<void> {
  const { made } = await chartSchema();
  await write(SCHEMA_FILE, JSON.stringify(made));
  await write(PAGE_FILE, settingsPage());
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
