import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { nonEmpty } from '@almanac/testing';

const ROOT = path.join(__dirname, '../..');
/** Members that hold what users typed. */
const TYPED =
  /\b(?:name|display_name|title|description|excerpt|email|endpoint|website|cost|detail|venue)\b(?!\s*(?:[.([:=]|\?(?!\?)))/;
/** Names that are words of ours. */
const OURS = new Set(['it.next.name', 'it.previous.name', 'queue.name', 'table.title']);
const OWN_TEMPLATES: Readonly<Record<string, readonly string[]>> = {
  'events/event.eta': ['name'],
  'views/': ['it.title'],
  'managing/list.eta': ['it.title', 'title'],
};
const TAG = /<(\/?)([a-z][a-z0-9]*)((?:[^<>"]|"[^"]*")*)>/g;
const VOID = new Set(['area', 'br', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);

const isOurs = (template: string, expression: string) =>
  OURS.has(expression) ||
  Object.entries(OWN_TEMPLATES).some(([part, own]) => template.includes(part) && own.includes(expression));

/** Texts of users that a template prints without a direction of their own, in which they would turn the words around them. */
function undirected(template: string, source: string): string[] {
  const expressions: string[] = [];
  // Code has signs that look like tags. Printed values leave their number.
  const markup = source
    .replace(/<%=\s*([\s\S]*?)\s*%>/g, (_code, expression: string) => `\u0001${expressions.push(expression) - 1}\u0001`)
    .replace(/<%[\s\S]*?%>/g, '');
  const open: { name: string; isDirected: boolean }[] = [];
  const found: string[] = [];
  let from = 0;
  const judge = (text: string): void => {
    if (open.some(({ isDirected }) => isDirected)) return;
    for (const [, number] of text.matchAll(/\u0001(\d+)\u0001/g)) {
      const expression = expressions[Number(number)] ?? '';
      const code = expression.replace(/'[^']*'/g, '');
      if (TYPED.exec(code) !== null && !isOurs(template, expression)) found.push(expression);
    }
  };
  for (const { 0: tag, 1: slash, 2: name = '', 3: attributes = '', index } of markup.matchAll(TAG)) {
    judge(markup.slice(from, index));
    from = index + tag.length;
    const last = open.findLastIndex((one) => one.name === name);
    if (slash === '/' && last !== -1) open.splice(last);
    else if (slash === '' && !VOID.has(name))
      open.push({ name, isDirected: name === 'bdi' || name === 'title' || attributes.includes('dir="auto"') });
  }
  judge(markup.slice(from));
  return found;
}

describe('a text of a user in a template', () => {
  it.each([
    ['<p>By <%= user.name %></p>', ['user.name']],
    ['<p dir="auto">x</p><%= it.title %>', ['it.title']],
    ['<% if (a < b) { %><td><%= a ?? b.email %></td><% } %>', ['a ?? b.email']],
    ['<p>By <%~ named(user.name) %></p>', []],
    ['<p>By <bdi><%= user.name %></bdi></p>', []],
    ["<td><%= item?.name ?? '–' %></td>", ["item?.name ?? '–'"]],
    ['<ul dir="auto"><li><br><b><%= it.title %></b></li></ul>', []],
    ['<a title="<%= it.title %>"><%= names.length %> <%= label %></a>', []],
  ])('is found in %s if it has no direction', (source, found) => {
    expect(undirected('x.eta', source)).toEqual(found);
  });

  const templates = ['apps/calendar-service', 'apps/content-service', 'libs/web'].flatMap((project) =>
    readdirSync(path.join(ROOT, project, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.eta'))
      .map((name) => path.join(project, 'src', name)),
  );

  it.each(nonEmpty(templates))('has a direction in %s', (template) => {
    expect(undirected(template, readFileSync(path.join(ROOT, template), 'utf8'))).toEqual([]);
  });
});
