// Type-aware lint rules for all TypeScript, and the import boundaries between modules (docs/architecture.md, "Boundaries").
import { readdirSync } from 'node:fs';
import path from 'node:path';
import prettier from 'eslint-config-prettier';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';
import filledLoops from './tools/lint/filled-loops.cjs';
import { folderZones } from './tools/lint/folder-order.mjs';
import { projects } from './tools/workspaces.mjs';

/** Calls that set a time limit for a single test; such tests fail on a busy machine. */
const OWN_TIME_LIMITS = [
  "CallExpression[callee.name='it'][arguments.length=3]",
  "CallExpression[callee.callee.property.name='each'][arguments.length=3]",
  'CallExpression[callee.name=/^(before|after)(All|Each)$/][arguments.length=2]',
  "CallExpression[callee.object.name='jest'][callee.property.name='setTimeout']",
];
const NO_TIME_LIMIT = 'The one time-out of tests is in jest.config.ts.';

const NO_SPREAD_ARGUMENTS = {
  selector: 'CallExpression[callee.property.name=/^(max|min|push|unshift)$/] > SpreadElement',
  message: 'Each element becomes an argument, and about 100,000 of them overflow the stack. Loop or reduce.',
};

const NO_STATED_ROWS = {
  selector:
    "CallExpression[typeArguments][callee.property.name=/^(query|write)$/]:matches([callee.object.name='database'], [callee.object.property.name='database'])",
  message: 'Nothing checks a stated type. Rows take theirs from the select lists of an `sql` statement.',
};

/** The layers of a service from the lowest up; a layer imports itself and lower layers. */
const LAYERS = {
  'content-service': ['text', 'content', 'web', 'features'],
  'calendar-service': ['calendar', 'records', 'web', 'features'],
};

const TESTS = ['**/*.spec.ts', '**/testing/**', '**/contracts/**'];

for (const { folder, imports, forTests } of projects)
  for (const other of [...imports, ...forTests])
    if (!folder.match(/^(tools|bench)/) && !other.startsWith('libs/'))
      throw new Error(`${folder}/package.json names ${other}. Apps and libs import libs only.`);

/** A project imports only the projects that its package.json names, and its tests also those of `devDependencies`. */
const boundariesOf = (allowed) =>
  projects.flatMap((project) =>
    projects
      .filter(({ folder }) => folder !== project.folder && !allowed(project).includes(folder))
      .map(({ folder }) => ({
        target: ownFiles(project.folder),
        from: `./${folder}`,
        except: isInside(project.folder, folder) ? [`./${path.relative(folder, project.folder)}`] : [],
        message: `${project.folder}/package.json does not name this project.`,
      })),
  );

/** Without those of a project in a folder of this one. */
const ownFiles = (folder) => {
  const inner = projects.filter((other) => isInside(other.folder, folder));
  const names = inner.map((other) => path.relative(folder, other.folder));
  return names.length === 0 ? `./${folder}` : [`./${folder}/*`, `./${folder}/!(${names.join('|')})/**/*`];
};

const isInside = (folder, other) => folder.startsWith(`${other}/`);

const restrictedPaths = (boundaries) => [
  'error',
  {
    zones: [...boundaries, ...Object.entries(LAYERS).flatMap(layerZones), ...folderZones()],
    basePath: import.meta.dirname,
  },
];

/** No arrow upwards between layers. No feature imports another one's controller, DTO, presenter or listing. */
function layerZones([app, layers]) {
  const src = `./apps/${app}/src`;
  const entries = readdirSync(`${src}/features`, { withFileTypes: true });
  const features = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return [
    ...layers.slice(0, -1).map((layer, index) => ({
      target: `${src}/${layer}/**/!(*.spec).ts`,
      from: layers.slice(index + 1).map((above) => `${src}/${above}`),
      message: 'A layer imports only itself and lower layers (docs/architecture.md, "Boundaries").',
    })),
    ...features.flatMap((feature) =>
      [
        { others: `!(${feature})`, kinds: '{controller,presenter,listing}' },
        // Its forms are a second front door: they call the services of the API with input that has passed the same rules.
        { others: `!(${feature}|library)`, kinds: 'dto' },
      ].map(({ others, kinds }) => ({
        target: [`${src}/features/${others}/**/*`],
        from: [`${src}/features/${feature}/**/*.${kinds}.ts`],
        message: "A feature's controller, DTOs, presenters and listings are its own.",
      })),
    ),
  ];
}

export default tseslint.config(
  {
    ignores: [
      ...['**/dist/**', 'node_modules/**', '.nx/**', 'coverage/**'],
      // Tests compile these with the built package, and with generated clients.
      ...['tools/client/consumer/**', 'tools/ci/generators/*/calls.ts'],
    ],
  },
  {
    files: ['**/*.ts', '**/*.mts'],
    extends: [
      tseslint.configs.strictTypeChecked,
      tseslint.configs.stylisticTypeChecked,
      importX.flatConfigs.typescript,
    ],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver({ project: './tsconfig.json' })] },
    rules: {
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'import-x/no-restricted-paths': restrictedPaths(boundariesOf(({ imports }) => imports)),
      'import-x/no-useless-path-segments': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // Environment and JSON are read by index on purpose: their keys are data.
      '@typescript-eslint/dot-notation': 'off',
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
      // A promise without a handler ends the process when it rejects. Use `detached` for promises that are not awaited.
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: false }],
      '@typescript-eslint/require-await': 'off',
      // Allows `for (…; await sleep(50))`, which waits between two checks.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // Nest takes options as literals; htmlparser's node types are compared as strings.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      '@typescript-eslint/unbound-method': ['error', { ignoreStatic: true }],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Settings are read in config.ts alone.' },
      ],
      'no-restricted-imports': [
        'error',
        {
          name: '@nestjs/typeorm',
          importNames: ['InjectDataSource', 'InjectEntityManager'],
          message: 'Their statements would not join the open transaction. Inject a repository or `Database`.',
        },
      ],
    },
  },
  {
    // Programs read their environment in main.ts and config.ts. Tests and tools set up their own.
    files: [
      '**/main.ts',
      'apps/*/src/config.ts',
      '**/*.spec.ts',
      '**/testing/**',
      '**/contracts/**',
      'libs/testing/**',
      'libs/runtime/**',
      'libs/embedded-postgres/**',
      'tools/**',
      'bench/**',
      '*.ts',
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    // Jest's matchers and Node's events are untyped; the tests themselves check the values.
    files: TESTS,
    plugins: { almanac: { rules: { 'filled-loops': filledLoops } } },
    rules: {
      'almanac/filled-loops': 'error',
      'import-x/no-restricted-paths': restrictedPaths(
        boundariesOf(({ imports, forTests }) => [...imports, ...forTests]),
      ),
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/restrict-plus-operands': 'off',
      '@typescript-eslint/no-misused-promises': 'off',
    },
  },
  {
    ignores: [...TESTS, 'bench/**'],
    files: ['**/*.ts', '**/*.mts'],
    rules: {
      'no-restricted-syntax': ['error', NO_SPREAD_ARGUMENTS],
    },
  },
  {
    // The readers of lists add columns of their own to the select list of their caller, which is typed.
    ignores: [...TESTS, '**/fetch-listing.ts', '**/lists/fetch-page.ts'],
    files: ['{apps,libs}/*/src/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', NO_SPREAD_ARGUMENTS, NO_STATED_ROWS] },
  },
  {
    files: ['**/*.spec.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...OWN_TIME_LIMITS.map((selector) => ({ selector, message: NO_TIME_LIMIT }))],
    },
  },
  // The logger wraps a method of pino and passes `this` on itself.
  { files: ['libs/observability/src/log/logger.ts'], rules: { '@typescript-eslint/unbound-method': 'off' } },
  prettier,
);
