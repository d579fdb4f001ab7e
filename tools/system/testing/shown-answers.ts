/** A block of commands in a guide, and the answer that the guide shows directly under it. */
export interface Step {
  commands: string;
  answer?: { language: string; text: string };
}

export function stepsOf(guide: string): Step[] {
  const blocks = [...guide.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map((match) => ({
    language: match[1] ?? '',
    text: match[2] ?? '',
    start: match.index,
    end: match.index + match[0].length,
  }));
  return blocks.flatMap((block, index) => {
    if (block.language !== 'sh') return [];
    const next = blocks[index + 1];
    const isAnswer = next && ['json', 'text'].includes(next.language) && !guide.slice(block.end, next.start).trim();
    return [{ commands: block.text, ...(isAnswer && { answer: next }) }];
  });
}

const MORE = '…';
const IS_ID = /^(id|.*_ids?|.*_by|author|uploaded_to)$/;
const IS_TIME = /^(date|modified|.*_at|created)(_utc)?$/;
const IS_MEASURED = /^(size|duration_ms|order|priority|attempts)$/;

/** JSON in which `…` stands for further members, further elements, any value, or any text within a string. */
function parseShown(text: string): unknown {
  const open: string[] = [];
  let before = '';
  const json = text.replace(/"(?:[^"\\]|\\.)*"|[{}[\]:,…]/g, (part) => {
    if (part === '{' || part === '[') open.push(part);
    if (part === '}' || part === ']') open.pop();
    const isMember = open.at(-1) === '{' && before !== ':';
    before = part;
    if (part !== MORE) return part;
    return isMember ? `"${MORE}": null` : `"${MORE}"`;
  });
  return JSON.parse(json);
}

/** The text without the parts that differ between two runs. */
const formOf = (text: string, key: string): string => {
  const timeless = text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*Z/g, '<time>');
  const isAddress = /^https?:|^\//.test(text);
  return IS_TIME.test(key) || isAddress ? timeless.replace(/\d+/g, '0') : timeless;
};

const fits = (shown: string, real: string, key: string): boolean => {
  const parts = formOf(shown, key)
    .split(MORE)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  // `…` alone needs some text, beside other text it may stand for none.
  return new RegExp(`^${parts.join(shown === MORE ? '[^]+' : '[^]*')}$`).test(formOf(real, key));
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function differences(shown: unknown, real: unknown, path: string, key: string): string[] {
  const fault = [`${path}: shown ${JSON.stringify(shown)}, answered ${JSON.stringify(real)}`];
  if (shown === MORE) return real === undefined ? fault : [];
  if (Array.isArray(shown)) {
    if (!Array.isArray(real)) return fault;
    const elements = shown.filter((element) => element !== MORE);
    const isWhole = elements.length === shown.length;
    if (isWhole ? real.length !== elements.length : real.length < elements.length) return fault;
    return elements.flatMap((element, index) => differences(element, real[index], `${path}[${index}]`, key));
  }
  if (isRecord(shown)) {
    if (!isRecord(real)) return fault;
    const { [MORE]: more, ...members } = shown;
    const missing = more === undefined ? Object.keys(real).filter((name) => !(name in members)) : [];
    return [
      ...missing.map((name) => `${path}.${name}: not shown, answered ${JSON.stringify(real[name])}`),
      ...Object.entries(members).flatMap(([name, value]) => differences(value, real[name], `${path}.${name}`, name)),
    ];
  }
  if (typeof shown === 'string' && typeof real === 'string') return fits(shown, real, key) ? [] : fault;
  const mayDiffer = IS_ID.test(key) || IS_MEASURED.test(key);
  if (mayDiffer && Number.isInteger(shown) && Number.isInteger(real)) return [];
  return shown === real ? [] : fault;
}

/** Lines of text, in any order, as of headers. A line `…` stands for any other lines. Names of headers may differ in case, and the figures of the rate limit in value. */
function differencesOfText(shown: string, real: string): string[] {
  const linesOf = (text: string): string[] => text.trim().split(/\r?\n/).map(formOfLine);
  const [shownLines, realLines] = [linesOf(shown), linesOf(real)];
  const isWhole = !shownLines.includes(MORE);
  const faults = shownLines.filter((line) => line !== MORE && !realLines.some((other) => fits(line, other, '')));
  if (isWhole && realLines.length !== shownLines.length)
    faults.push(`${realLines.length} lines instead of ${shownLines.length}`);
  return faults.length === 0 ? [] : [...faults, `answered:\n${real}`];
}

const formOfLine = (line: string): string => {
  const header = line.replace(/^[\w-]+(?=: )/, (name) => name.toLowerCase());
  return header.startsWith('ratelimit') ? header.replace(/\d+/g, '0') : header;
};

/** How the answer of a guide differs from the real one. Ids and times may differ in their value. */
export function answerFaults(step: Step, output: string): string[] {
  const real = output.trim();
  if (!step.answer) return real === '' ? [] : [`Nothing is shown under these commands:\n${step.commands}\n${real}`];
  const { language, text } = step.answer;
  if (language === 'text') return differencesOfText(text, real);
  try {
    const faults = differences(parseShown(text), JSON.parse(real), '', '');
    return faults.length === 0 ? [] : [...faults, real];
  } catch (error) {
    return [`${String(error)} in the answer shown:\n${text}\nor in the real one:\n${real}`];
  }
}
