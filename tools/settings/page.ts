import type { SettingRule } from '@almanac/runtime';
import { type Group, GROUPS, type Meaning } from './meanings';
import { ruleOf, TABLES } from './tables';

const PROGRAMS: Readonly<Record<string, string>> = {
  gateway: 'gateway',
  contentService: 'content-service',
  calendarService: 'calendar-service',
};

const INTRODUCTION = `# Settings

Settings are environment variables. Each program reads its settings once, at its start. When some are wrong, the program names all of them and ends.

A new installation on a server needs five decisions: its public address, its databases, the place of its files, its secret and its mail server.
[Set these first](#set-these-first) has the settings for them. All others have a default that fits most installations.

- **Default** is the value that a program uses when the variable is absent or empty. \`npm start\` sets some of them, and the page says so.
- **Read by** names the programs: the gateway, content-service (the library) and calendar-service. With \`npm start\` and Compose you set a variable
  once for all programs. \`docker/.env.example\` names the few variables that have another name with Compose. The chart for Kubernetes has a value for
  each variable ([its page](../k8s/almanac/README.md)).
- A rule that concerns two settings is not in the tables. The program that refuses such a pair names both.

## Settings that change while the system runs

Users with the permission \`settings-manage\` change these on the page \`/settings\` or by \`PUT /api/settings\`:

- the name of the site (instead of \`APP_NAME\`), its logo, and public access,
- the role of new users, the default editor, the sort rule of new books, and whether there are comments,
- the filters of HTML (instead of \`APP_CONTENT_FILTERING\`).

A stored value takes precedence over the variable. \`null\` removes the stored value.
`;

const SOURCE = `The texts of this page are in \`tools/settings/meanings.ts\`, and defaults and forms come from the \`config.ts\` of each program.
\`npx node --require ./tools/typescript.cjs tools/settings/write.ts\` writes the page.
`;

/** The page with all settings. @throws when a setting of a program is not in one group exactly */
export function settingsPage(groups: readonly Group[] = GROUPS): string {
  const described = groups.flatMap(({ settings }) => settings.map(({ name }) => name));
  const missing = Object.values(TABLES)
    .flat()
    .filter(({ name }) => !described.includes(name));
  const twice = described.filter((name, index) => described.indexOf(name) !== index);
  if (missing.length + twice.length > 0)
    throw new Error(
      `tools/settings/meanings.ts must describe once: ${[...missing.map(({ name }) => name), ...twice].join(', ')}`,
    );
  return [INTRODUCTION, ...groups.map(section), SOURCE].join('\n');
}

const section = ({ title, settings, note }: Group): string =>
  [
    `## ${title}\n`,
    '| Setting | Meaning | Default | Accepts | Read by |',
    '| --- | --- | --- | --- | --- |',
    ...settings.map(row),
    ...(note === undefined ? [] : ['', note]),
    '',
  ].join('\n');

function row({ name, text, fallback, untabled }: Meaning): string {
  const cells = untabled
    ? [fallback ?? 'none', untabled.accepts, untabled.readBy]
    : [fallback ?? fallbackOf(name), accepts(existing(name, ruleOf(name))), readersOf(name)];
  return `| ${[code(name), text, ...cells].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

const code = (text: string): string => `\`${text}\``;

function existing(name: string, rule: SettingRule | undefined): SettingRule {
  if (!rule) throw new Error(`No program reads ${name}`);
  return rule;
}

/** The programs that read a setting, with their rules. */
const readings = (name: string): [program: string, rule: SettingRule][] =>
  Object.entries(PROGRAMS).flatMap(([key, program]) => {
    const rule = ruleOf(name, [key]);
    return rule ? [[program, rule] as [string, SettingRule]] : [];
  });

function readersOf(name: string): string {
  const programs = readings(name).map(([program]) => program);
  return programs.length === Object.keys(PROGRAMS).length ? 'all' : programs.join(', ');
}

/** One default, or that of each program where they differ. */
function fallbackOf(name: string): string {
  const defaults = readings(name).map(([program, rule]) => ({ program, text: defaultOf(rule) }));
  const [first] = defaults;
  if (first && defaults.every(({ text }) => text === first.text)) return first.text;
  return defaults.map(({ program, text }) => `${text} (${program})`).join(', ');
}

function defaultOf({ fallback, isRequired }: SettingRule): string {
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
      return `${number}, or \`false\` for no limit`;
    case 'list':
    case 'text':
      if (values) return values.map(code).join(', ');
      return form ? form.complaint.replace(/^must (?:be |have )?|^may hold /, '') : 'any text';
  }
}
