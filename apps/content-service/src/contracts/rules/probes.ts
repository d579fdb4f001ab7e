/** Values for a parameter: some for every one, some for its type, and those at the limits of its own rules. */
export function probesOf(
  rules: readonly string[],
  { ids, usedTexts }: { ids: readonly number[]; usedTexts: readonly string[] },
): unknown[] {
  return [...EVERYWHERE, ...ids, ...rules.flatMap((rule) => [...byRule(rule, usedTexts), ...atLimits(rule, rules)])];
}

/** No record has this id. */
export const UNKNOWN_ID = 999_999;

const GIF = Buffer.from('R0lGODdhBAAEAIAAAMweHAAAACwAAAAABAAEAAACBISPCQUAOw==', 'base64');
const gif = (name: string, bytes: Buffer<ArrayBuffer>): File => new File([bytes], name, { type: 'image/gif' });

/** An image, and files that are no images by name, by content and by both. */
const FILES = [
  gif('dot.gif', GIF),
  gif('dot.xyz', GIF),
  new File(['words'], 'words.gif'),
  new File(['words'], 'words.txt'),
];

const EVERYWHERE: readonly unknown[] = [undefined, null, '', 'x', 1, true, [], {}];
/** No format allows the first one. */
const TEXTS = ['javascript:alert(1) !?', 'w'.repeat(3_000)];
const NUMBERS = ['1', 0, -1, UNKNOWN_ID, 1.5];

let people = 0;

function byRule(rule: string, usedTexts: readonly string[]): readonly unknown[] {
  if (rule === 'string') return TEXTS;
  if (rule === 'integer') return NUMBERS;
  if (rule === 'file') return FILES;
  if (rule === 'email') return [`somebody-${(people += 1)}@example.com`];
  if (rule === 'date_format:Y-m-d') return ['2031-05-01', '2031/05/01'];
  if (rule === 'alpha_dash') return ['en-GB_x1'];
  if (rule === 'safe_url' || rule.includes('url')) return ['https://public.example/x', 'http://127.0.0.1/x'];
  return rule.startsWith('unique') ? usedTexts : [];
}

/** Longer texts are sent only to be refused, because their rendering takes seconds. */
const LONG = 20_000;

function atLimits(rule: string, rules: readonly string[]): unknown[] {
  const [name = '', argument = ''] = rule.split(/:(.*)/s);
  const numbers = argument.split(',').map(Number);
  if (name === 'in') return argument.split(',').slice(0, 2);
  if (name === 'regex') return ['html', 'j', 'htmlmarkdown'];
  if (name === 'url_or') return [argument];
  if (name === 'known_event') return [['all', 'x'], ['x']];
  if (name === 'between') return numbers.flatMap((limit) => [limit - 1, limit, limit + 1]);
  if (name !== 'min' && name !== 'max') return [];
  const [limit = 0] = numbers;
  if (rules.includes('file')) return [gif('large.gif', Buffer.concat([GIF, Buffer.alloc(limit * 1024)]))];
  const sizes = [limit + 1, ...(limit > LONG ? [] : [limit, Math.max(0, limit - 1)])];
  if (rules.includes('integer')) return sizes;
  if (rules.includes('array')) return sizes.map((size) => Array<number>(size).fill(1));
  return sizes.map((size) => 'n'.repeat(size));
}
