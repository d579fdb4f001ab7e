// Runs helm on the chart. HELM names the program; tools/ci/helm.sh sets it.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';

export const chart = path.resolve(import.meta.dirname, '../../../k8s/almanac');
export const release = 'demo';
const run = promisify(execFile);

/** The files of example values that the checks render the chart with: name -> path. */
export async function exampleValues() {
  const files = (await readdir(path.join(chart, 'ci'))).filter((name) => name.endsWith('-values.yaml'));
  return Object.fromEntries(files.map((name) => [name.replace('-values.yaml', ''), path.join(chart, 'ci', name)]));
}

export async function readYaml(file) {
  // merge: Helm's own parser supports `<<` too.
  return parse(await readFile(path.join(chart, file), 'utf8'), { merge: true });
}

/** Returns the rendered manifests of `demo`, or of the release that `--name-template` names. When helm refuses, rejects with its message in `stderr`. */
export const render = (valueFiles, ...options) => renderChart(chart, valueFiles, ...options);

/** The same for a chart in another folder. */
export async function renderChart(folder, valueFiles, ...options) {
  const args = [
    'template',
    ...(options.includes('--name-template') ? [] : [release]),
    folder,
    '--namespace',
    'library',
    '--kube-version',
    process.env.KUBERNETES_VERSION ?? '1.34.1',
  ];
  const { stdout } = await run(
    process.env.HELM ?? 'helm',
    [...args, ...valueFiles.flatMap((file) => ['--values', file]), ...options],
    {
      maxBuffer: 16 * 1024 * 1024,
    },
  );
  return parseAllDocuments(stdout)
    .map((document) => document.toJS())
    .filter(Boolean);
}

/** Renders the chart with these values on top of the required ones. */
export const renderWith = (values, ...options) => withValues(values, (files) => render(files, ...options));

/** Calls an action with files of the required values and these on top of them. */
export async function withValues(values, action) {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-chart-'));
  try {
    const file = path.join(folder, 'values.json');
    await writeFile(file, JSON.stringify(values));
    return await action([path.join(chart, 'ci/required-values.yaml'), file]);
  } finally {
    await rm(folder, { recursive: true });
  }
}
