/**
 * Writes the tables of values in the chart's README from the comments in values.yaml: `node tools/ci/chart/values-table.mjs`.
 *
 * A comment describes the value that follows it:
 *   # -- Meaning, for the last column.
 *   # @default -- text instead of the value itself
 *   # @programs -- programs that read a secret
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { isMap, parseDocument, visit } from 'yaml';
import { variableFor } from './settings-table.mjs';

const chart = path.resolve(import.meta.dirname, '../../../k8s/almanac');
const readme = path.join(chart, 'README.md');
const PROGRAM_OF = {
  shared: 'all',
  gateway: 'gateway',
  contentService: 'content-service',
  calendarService: 'calendar-service',
};
const MAX_SHOWN = 40;

/** The described values in the order of values.yaml, and the values without a description. */
export async function readValues() {
  const source = await readFile(path.join(chart, 'values.yaml'), 'utf8');
  const described = [];
  const undescribed = [];
  visit(parseDocument(source), {
    Pair(_, pair, ancestors) {
      const keys = [...ancestors.filter(({ key }) => key), pair].map(({ key }) => key.value);
      const comment = commentOf(pair, ancestors.at(-1));
      const meaning = /^ -- (.+(?:\n (?!@).+)*)/m.exec(comment)?.[1].replaceAll('\n', '');
      const tag = (name) => new RegExp(`^ @${name} -- (.+)`, 'm').exec(comment)?.[1];
      if (meaning) {
        described.push({
          keys,
          meaning,
          fallback: tag('default') ?? shown(pair.value, source),
          programs: tag('programs'),
        });
        return visit.SKIP;
      }
      if (isMap(pair.value) && pair.value.items.length > 0) return undefined;
      undescribed.push(keys);
      return undefined;
    },
  });
  return { described, undescribed };
}

/** The parser gives the comment of a map's first key to the map. */
function commentOf(pair, map) {
  const ofMap = map.items?.[0] === pair ? map.commentBefore : undefined;
  return pair.key.commentBefore ?? ofMap ?? '';
}

function shown(node, source) {
  const value = node.toJSON();
  if (value === '') return 'not set';
  const text = typeof value === 'string' ? value : source.slice(node.range[0], node.range[1]);
  return text.length > MAX_SHOWN || text.includes('\n') ? 'see `values.yaml`' : `\`${text}\``;
}

const isSetting = ({ keys }) => ['settings', 'secrets'].includes(keys[0]) && keys.at(-1) !== 'existingSecret';

function settingRow({ keys, programs, fallback, meaning }) {
  const readBy = programs ?? PROGRAM_OF[keys[1]];
  const value = keys.join('.');
  return [`\`${value}\``, `\`${variableFor(value)}\``, readBy, fallback, meaning];
}

/** The values of `gateway` stand for those of each program. */
function otherRow({ keys, fallback, meaning }) {
  const name = [keys[0] === 'gateway' ? '<app>' : keys[0], ...keys.slice(1)].join('.');
  return [`\`${name}\``, fallback, meaning];
}

function table(head, rows) {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');
}

/** The README with its tables made anew. */
export async function generatedReadme() {
  const { described } = await readValues();
  const settings = table(
    ['Value', 'Variable', 'Program', 'Default', 'Meaning'],
    described.filter((row) => isSetting(row)).map((row) => settingRow(row)),
  );
  const others = table(
    ['Value', 'Default', 'Meaning'],
    described.filter((row) => !isSetting(row)).map((row) => otherRow(row)),
  );
  const text = await readFile(readme, 'utf8');
  const filled = Object.entries({ settings, others }).reduce(
    (page, [name, rows]) => replaceBetween(page, name, rows),
    text,
  );
  return { text, generated: await format(filled, { ...(await resolveConfig(readme)), filepath: readme }) };
}

function replaceBetween(page, name, rows) {
  const [start, end] = [`<!-- ${name}: from values.yaml -->`, `<!-- end of ${name} -->`];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < 0) throw new Error(`README.md has no place for the table of ${name}`);
  return `${page.slice(0, from + start.length)}\n\n${rows}\n\n${page.slice(to)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { generated } = await generatedReadme();
  await writeFile(readme, generated);
}
