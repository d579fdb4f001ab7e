import { availableParallelism } from 'node:os';
import type { Config } from 'jest';

// Nest 12 and some other packages ship ES modules only. Jest runs CommonJS, so these packages are compiled like our own code.
const esModules = [
  '@nestjs',
  'file-type',
  'fontkitten',
  'strtok3',
  'token-types',
  '@tokenizer',
  'uint8array-extras',
  '@borewit',
  'marked',
  'any-ascii',
  'htmlparser2',
  'domhandler',
  'domutils',
  'dom-serializer',
  'domelementtype',
  'entities',
  'nodemailer',
  'otplib',
  '@otplib',
  '@scure',
  '@noble',
  'csrf-sync',
  'eta',
  'pg-boss',
  'serialize-error',
  'non-error',
  'unpdf',
  'postal-mime',
  'ical.js',
  '@seriousme',
  'get-port',
  'age-encryption',
  // Its transport is CommonJS, but imports `node:http` dynamically.
  '@opentelemetry/otlp-exporter-base',
];

const config: Config = {
  rootDir: '.',
  testEnvironment: 'node',
  testMatch: ['<rootDir>/{apps,bench,libs,tools}/**/*.spec.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  transform: {
    '^.+\\.[cm]?[tj]s$': [
      '@swc/jest',
      {
        swcrc: false,
        sourceMaps: 'inline',
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          keepClassNames: true,
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(.*/node_modules/)?(${esModules.join('|')})/)`],
  moduleNameMapper: {
    '^unpdf/pdfjs$': '<rootDir>/node_modules/unpdf/dist/pdfjs.mjs',
    '^@almanac/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
  },
  globalSetup: '<rootDir>/tools/jest/global-setup.cjs',
  globalTeardown: '<rootDir>/tools/jest/global-teardown.cjs',
  setupFilesAfterEnv: ['<rootDir>/tools/jest/outside-calls.ts'],
  // Ends a test that hangs. It does not measure speed: no test has its own limit, because tests take much longer on a busy machine.
  testTimeout: 900_000,
  // A worker may need more than a second to free its memory. Jest's default of half a second would report that as a leak.
  workerGracefulExitTimeout: 30_000,
  // Tests often wait for PostgreSQL and for browsers. Jest reads a percentage above 100 as that many workers.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  // Below the heap's limit of four gigabytes, in case that files leave memory behind.
  workerIdleMemoryLimit: '1500MB',
};

export default config;
