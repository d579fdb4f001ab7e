// Runs kubectl and helm on the cluster of KUBECONFIG, which tools/ci/cluster.sh starts.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const LONG_OUTPUT = { maxBuffer: 64 * 1024 * 1024 };
const chart = path.resolve(import.meta.dirname, '../../../k8s/almanac');

export async function kubectl(...args) {
  const { stdout } = await run('kubectl', args, LONG_OUTPUT);
  return stdout;
}

/** The objects of a kind in a namespace, with their state. */
export async function objects(namespace, kind) {
  return JSON.parse(await kubectl('get', kind, '--namespace', namespace, '--output', 'json')).items;
}

/** @returns the warnings, such as those of the API server about a Pod that breaks a profile */
export async function apply(yaml, ...options) {
  const child = spawn('kubectl', [...(options.length > 0 ? options : ['apply']), '--filename', '-'], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  child.stdin.end(yaml);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(errors);
  return errors;
}

export const file = (name) => readFileSync(path.join(import.meta.dirname, name), 'utf8');

/** A release of the chart in a namespace of its own. */
export class Release {
  constructor(namespace, valuesFile) {
    this.namespace = namespace;
    this.valuesFile = valuesFile;
  }

  install = () => this.helm('install', 'demo', chart, '--values', this.valuesFile, ...WAITING);
  upgrade = (...options) => this.helm('upgrade', 'demo', chart, '--values', this.valuesFile, ...options, ...WAITING);
  rollback = (revision) => this.helm('rollback', 'demo', String(revision), ...WAITING);
  uninstall = () => this.helm('uninstall', 'demo', ...WAITING);
  hooks = async () => (await this.helm('get', 'hooks', 'demo')).stdout;

  helm(...args) {
    return run(process.env.HELM, [...args, '--namespace', this.namespace], LONG_OUTPUT);
  }
}
const WAITING = ['--wait', '--timeout', '5m'];

/** @throws Error with the last failure when the condition does not become true in time */
export async function eventually(check, limitMs = 120_000) {
  for (const deadline = Date.now() + limitMs; ; await sleep(500))
    try {
      return await check();
    } catch (failure) {
      if (Date.now() > deadline) throw failure;
    }
}

/** No node here has disks: each claim gets a volume that fits. */
export async function giveVolumes(namespace) {
  for (const { metadata, spec, status } of await objects(namespace, 'persistentvolumeclaims'))
    if (status.phase === 'Pending')
      await apply(
        JSON.stringify({
          apiVersion: 'v1',
          kind: 'PersistentVolume',
          metadata: { name: `${namespace}-${metadata.name}` },
          spec: {
            capacity: spec.resources.requests,
            accessModes: spec.accessModes,
            storageClassName: spec.storageClassName ?? '',
            claimRef: { namespace, name: metadata.name },
            hostPath: { path: '/nowhere' },
          },
        }),
      );
}
