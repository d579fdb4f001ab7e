// Reads the table of settings in the chart's README.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { chart } from './helm.mjs';

const PROGRAMS = ['gateway', 'content-service', 'calendar-service'];
const ROW = /^\| `((?:settings|secrets)\.[\w.]+)` +\| `([A-Z_]+)` +\| ([^|]+?) +\| ([^|]+?) +\|/gm;

/** Each row as { value, variable, programs, fallback }; fallback is the default as the table writes it. */
export async function settingsTable() {
  const text = await readFile(path.join(chart, 'README.md'), 'utf8');
  return [...text.matchAll(ROW)].map(([, value, variable, who, fallback]) => ({
    value,
    variable,
    programs: who === 'all' ? PROGRAMS : PROGRAMS.filter((program) => who.includes(program)),
    fallback,
  }));
}

/** `settings.gateway.bodyLimitMb` is BODY_LIMIT_MB. */
export function variableFor(value) {
  return value
    .split('.')
    .at(-1)
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .toUpperCase();
}
