import { EXACT_TIME_ZONE, type Form, type SettingRule } from '@almanac/runtime';
import { ruleOf, variableOf } from './tables';

/** A part of the chart's schema or of its values. */
type Tree = Record<string, unknown>;

/** The programs read the address of a store by code. A folder is mounted where its address says, so its path must need no encoding. */
const SEGMENT = '\\.{0,2}[A-Za-z0-9_-][A-Za-z0-9._-]*';
const HOST = '([A-Za-z0-9._-]+|(\\[|%5[Bb])([0-9A-Fa-f:.]|%3[Aa])+(\\]|%5[Dd]))';
/** As it is, or with its marks encoded. */
const ENDPOINT = `https?(:|%3[Aa])(/|%2[Ff]){2}${HOST}((:|%3[Aa])[0-9]{1,5})?((/|%2[Ff])[A-Za-z0-9._~/%-]*)?`;
const PARAMETER = `(endpoint=${ENDPOINT}|region=[A-Za-z0-9._-]+|path_style=(true|false))`;
/** Below a bucket. */
const FOLDER = '(/([^\\s?#%\\\\]|%[2-7][0-9A-Fa-f])*)?';
const STORE = `^(file://(/${SEGMENT})+/?|s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]${FOLDER}([?]${PARAMETER}(&${PARAMETER})*)?)$`;

/** What the chart demands beyond the programs, which also run without a cluster. */
const STRICTER: Readonly<Record<string, Tree>> = {
  APP_CONTENT_FILTERING: { minLength: 1 },
  BASE_URL: { minLength: 1 },
  MAIL_FROM: { not: { const: 'null' } },
  PORT: { minimum: 1 },
  PUPPETEER_EXECUTABLE_PATH: { pattern: '^(/.*)?$' },
  STORAGE_URL: { pattern: STORE },
};

/** Replaces the parts of the schema that describe settings. An empty value is not set, so texts may be empty whose default is. */
export function withSettings(schema: Tree, values: Tree): Tree {
  const result = structuredClone(schema);
  const groups = at(result, 'properties', 'settings', 'properties');
  for (const group of Object.keys(groups)) {
    const programs = group === 'shared' ? undefined : [group];
    replace(at(groups, group, 'properties'), at(values, 'settings', group), programs);
  }
  replace(at(result, 'properties', 'secrets', 'properties'), at(values, 'secrets'));
  const backup = at(result, 'properties', 'backup', 'properties');
  backup['timeZone'] = { type: 'string', pattern: orEmpty(sourceOf(EXACT_TIME_ZONE)) };
  backup['url'] = { type: 'string', pattern: orEmpty(STORE) };
  return result;
}

function replace(properties: Tree, defaults: Tree, programs?: string[]): void {
  for (const value of Object.keys(properties)) {
    const variable = variableOf(value);
    const rule = ruleOf(variable, programs);
    if (rule) properties[value] = { ...described(rule, defaults[value] === ''), ...STRICTER[variable] };
  }
}

/** The JSON schema of one value. */
function described({ type, min, max, values, form }: SettingRule, mayBeEmpty: boolean): Tree {
  const number = { type: 'integer', minimum: min, maximum: max };
  switch (type) {
    case 'flag':
      return { type: 'boolean' };
    case 'integer':
      return number;
    case 'limit':
      return { oneOf: [number, { const: false }] };
    case 'list':
      return { type: 'array', uniqueItems: true, items: text(form, false) };
    case 'text':
      // In existing files of environments, `null` stands for no value; in YAML nothing does.
      return values ? { enum: values.filter((value) => value !== 'null') } : text(form, mayBeEmpty);
  }
}

function text(form: Form | undefined, mayBeEmpty: boolean): Tree {
  if (!form) return { type: 'string' };
  const pattern = sourceOf(form.pattern);
  return {
    type: 'string',
    pattern: mayBeEmpty ? orEmpty(pattern) : pattern,
    ...(form.maxLength !== undefined && { maxLength: form.maxLength }),
    ...(form.except && { not: { pattern: sourceOf(form.except) } }),
  };
}

const sourceOf = ({ source }: RegExp): string => source.replaceAll('\\/', '/');
const orEmpty = (pattern: string): string => `^$|${pattern}`;

function at(tree: Tree, ...keys: string[]): Tree {
  let inner = tree;
  for (const key of keys) {
    const next = inner[key];
    if (!isTree(next)) throw new Error(`${keys.join('.')} is missing`);
    inner = next;
  }
  return inner;
}

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
