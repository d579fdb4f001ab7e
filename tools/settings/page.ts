import type { SettingRule } from '@almanac/runtime';
import { TABLES } from './tables';

const PROGRAMS = [
  ['gateway', 'gateway'],
  ['contentService', 'content-service'],
  ['calendarService', 'calendar-service'],
] as const;

const INTRODUCTION = `# What settings accept

\`node --require ./tools/typescript.cjs tools/settings/write.ts\` writes this page from the programs' \`config.ts\`. [README](../README.md#settings) says
what each setting is for. The defaults are those of a program on its own; \`npm start\` sets some of them. An empty variable is not set.
Further rules name two settings, and the program that refuses them says which.
`;

/** The page with the rules of all settings. */
export const settingsPage = (): string =>
  [INTRODUCTION, ...PROGRAMS.map(([key, name]) => section(name, TABLES[key] ?? []))].join('\n');

const section = (program: string, rules: readonly SettingRule[]): string =>
  [`## ${program}`, '', '| Variable | Default | Accepts |', '| --- | --- | --- |', ...rules.map(row), ''].join('\n');

const row = (rule: SettingRule): string =>
  `| ${[code(rule.name), fallbackOf(rule), accepts(rule)].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

const code = (text: string): string => `\`${text}\``;

function fallbackOf({ fallback, isRequired }: SettingRule): string {
  if (isRequired) return 'required';
  return fallback === undefined || fallback === '' ? 'none' : code(String(fallback));
}

function accepts({ type, min, max, values, form }: SettingRule): string {
  const number = `${min} to ${max}`;
  switch (type) {
    case 'flag':
      return '`true` or `false`';
    case 'integer':
      return number;
    case 'limit':
      return `${number}, or \`false\` for none`;
    case 'list':
    case 'text':
      if (values) return values.map(code).join(', ');
      return form ? form.complaint.replace(/^must (?:be |have )?|^may hold /, '') : 'any text';
  }
}
