import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Names of other programs and standards in code marks, which look like names of ours. */
const NAMES_OF_OTHERS: ReadonlySet<string> = new Set([
  // JavaScript
  'AbortSignal',
  'ReadableStream',
  // NestJS
  'InjectRepository',
  'ThrottlerStorage',
  'TypeOrmModule',
  // Kubernetes
  'ClusterIP',
  'IfNotPresent',
  'LoadBalancer',
  'NodePort',
  'ReadWriteMany',
  'ReadWriteOnce',
  // Other standards
  'AggregateOffer',
  'RateLimit',
]);

const ROOT = path.resolve(__dirname, '..');
const FOLDERS = ['.ci', 'apps', 'bench', 'docker', 'docs', 'k8s', 'libs', 'tools'];
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** All files and folders of the repository, from its root on. */
const FILES = [
  ...readdirSync(ROOT),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => !/(^|\/)(node_modules|dist)(\/|$)/.test(name))
      .map((name) => path.join(folder, name)),
  ),
];

// Decisions tell of names as they were on the day of the decision.
const DOCUMENTS = FILES.filter((file) => /^README\.md$|^docs\/(?!decisions\/).*\.md$|\/README\.md$/.test(file));
const SOURCES = FILES.filter((file) => /\.(ts|mjs|cjs|js|yaml)$/.test(file) && file !== 'tools/docs-names.spec.ts').map(
  read,
);
const DECLARATION =
  /\b(?:class|interface|type|enum|const|let|function\*?|alert:)\s+(\w+)|^\s+(?:[a-z]+ )*\*?(\w+)(?:<[^>]*>)?\(/gm;
/** The names that each source declares, and all of its words. */
const DECLARED = SOURCES.map((source) => ({
  names: new Set([...source.matchAll(DECLARATION)].map(([, name, method]) => name ?? method)),
  words: new Set(source.match(/[A-Za-z_$][\w$]*/g)),
}));
const isDeclared = (name: string, member?: string): boolean =>
  DECLARED.some(({ names, words }) => names.has(name) && (member === undefined || words.has(member)));

/** Spans of code in the text of a document. */
const codeIn = (text: string): string[] =>
  [...text.replace(/^ *```.*?^ *```$/gms, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

const PATH =
  /^(?:\.\/)?(?:(?:apps|libs|tools|bench|docs|k8s|docker|features|content|records|calendar|contracts)\/\S*|[\w./*<>-]+\.(?:ts|mjs|cjs|eta))$/;
/** Addresses, and files that operators write. */
const NO_SOURCE = /^calendar\/events\/v1|\/\.env$/;

/** `features/<segment>/*.spec.ts` as a pattern: a placeholder stands for any one name, and the path may begin in any folder. */
const patternOf = (written: string): RegExp => {
  const parts = written.replace(/^\.\//, '').replace(/\/$/, '');
  const pattern = parts
    .split(/(<[\w-]+>|\*\*|\*|…|\{[^}]*\})/)
    .map((part) => {
      if (part === '**' || part === '…') return '.*';
      if (part === '*' || part.startsWith('<')) return '[^/]*';
      if (part.startsWith('{')) return `(?:${part.slice(1, -1).replaceAll(',', '|')})`;
      return part.replace(/[.+?^$()|[\]\\]/g, String.raw`\$&`);
    })
    .join('');
  return new RegExp(`(?:^|/)${pattern}$`);
};

const CLASS = /^@?([A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+)(?:\.(\w+))?(?:[(<][^]*)?$/;
const CALL = /^(?:\w+\.)?([a-z][a-z0-9]*[A-Z]\w*)\([^]*\)$/;

/** Names of the code in a document that do not exist. */
function unknownNames(text: string): string[] {
  return codeIn(text).filter((code) => {
    if (NAMES_OF_OTHERS.has(code)) return false;
    if (PATH.test(code) && !NO_SOURCE.test(code)) {
      const pattern = patternOf(code);
      return !FILES.some((file) => pattern.test(file));
    }
    const [, name, member] = CLASS.exec(code) ?? CALL.exec(code) ?? [];
    if (name === undefined || NAMES_OF_OTHERS.has(name)) return false;
    return !isDeclared(name, member);
  });
}

it.each(DOCUMENTS)('%s names files, classes and functions that exist', (document) => {
  expect(unknownNames(read(document))).toEqual([]);
});

it('finds names that do not exist', () => {
  const wrong = [
    'apps/no-service',
    'features/<segment>/no-file.ts',
    'no-file.spec.ts',
    'NoSuchClass',
    'PageWriter.noMember',
    'noSuchFunction()',
  ];
  const right = [
    'apps/<service>/src/main.ts',
    'libs/{http,auth}/src',
    'docs-names.spec.ts',
    'AccessService',
    'startContent()',
  ];
  expect(unknownNames([...wrong, ...right].map((name) => `\`${name}\``).join(' '))).toEqual(wrong);
});

it('every exception is used', () => {
  const written = new Set(
    DOCUMENTS.flatMap((document) => codeIn(read(document))).flatMap((code) => [code, CLASS.exec(code)?.[1]]),
  );
  expect([...NAMES_OF_OTHERS].filter((name) => !written.has(name))).toEqual([]);
});
