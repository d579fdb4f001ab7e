const REQUESTS = ['list', 'read', 'create', 'update', 'error'];

/** What a generator is tried with, in this order. */
export const STEPS = [
  ...['generate', 'compile', 'import'],
  ...['content', 'calendar'].flatMap((service) => REQUESTS.map((request) => `${service} ${request}`)),
];

/** A generator of clients, of one version, for one language. */
export interface Generator {
  /** The folder beside this file that has its steps and its requests. */
  folder: string;
  version: string;
  /** The steps that do not work, and the issue of the generator that says why. */
  known?: { faults: readonly string[]; issue: string };
}

/** Its Java does not compile for the union of a map and a list in `data.params` of the calendar's errors. */
const JAVA = {
  faults: STEPS.filter((step) => step !== 'generate'),
  issue: 'https://github.com/OpenAPITools/openapi-generator/issues/21433',
};

export const GENERATORS: Readonly<Record<string, Generator>> = {
  'openapi-fetch': { folder: 'openapi-fetch', version: '7.13.0' },
  'hey-api': { folder: 'hey-api', version: '0.99.0' },
  orval: { folder: 'orval', version: '8.38.0' },
  oazapfts: { folder: 'oazapfts', version: '7.5.0' },
  'openapi-python-client': { folder: 'openapi-python-client', version: '0.29.1' },
  'openapi-generator-python': { folder: 'openapi-generator-python', version: '7.26.0' },
  'openapi-generator-python-7.14': { folder: 'openapi-generator-python', version: '7.14.0' },
  'openapi-generator-typescript': { folder: 'openapi-generator-typescript', version: '7.26.0' },
  'openapi-generator-typescript-7.14': { folder: 'openapi-generator-typescript', version: '7.14.0' },
  'openapi-generator-java': { folder: 'openapi-generator-java', version: '7.26.0', known: JAVA },
  'openapi-generator-java-7.14': { folder: 'openapi-generator-java', version: '7.14.0', known: JAVA },
  'oapi-codegen': { folder: 'oapi-codegen', version: '2.8.2' },
};
