// Writes the three OpenAPI documents into a folder: node --require ./tools/typescript.cjs tools/ci/openapi/write-documents.ts <folder>
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { mergeDescriptions } from '../../../apps/gateway/src/openapi/whole-description';

const [folder = '.'] = process.argv.slice(2);
const program = ['--require', './tools/typescript.cjs', 'tools/client/print-descriptions.ts'];
const printed = execFileSync(process.execPath, program, { encoding: 'utf8', maxBuffer: 100_000_000 });
// A linter refuses the address of a developer's machine.
const documents: unknown = JSON.parse(printed.replaceAll('http://localhost:8080', 'https://docs.almanac.test'));
if (typeof documents !== 'object' || documents === null || !('content' in documents && 'calendar' in documents))
  throw new Error('the descriptions are incomplete');
const both = mergeDescriptions(documents.content, documents.calendar);
for (const [name, document] of Object.entries({ ...documents, both }))
  writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(document));
