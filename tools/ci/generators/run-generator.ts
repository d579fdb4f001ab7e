import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Generator } from './generators';
import type { Outcome } from './outcome';

const MISSING_LANGUAGE = 3; // the exit code of step.sh

type Environment = Readonly<Record<string, string>>;

/** All steps of a generator. Requests are tried even if the compiler has faults, since some languages run such code. */
export async function runGenerator({ folder }: Generator, environment: Environment): Promise<Outcome> {
  const step = (name: string) => run('bash', [path.join(__dirname, 'step.sh'), folder, name], environment);
  const install = await step('install');
  if (install.code === MISSING_LANGUAGE) return { missing: install.output.trim() };
  if (install.code !== 0) throw new Error(`${folder} cannot be installed:\n${install.output}`);
  const generate = await step('generate');
  if (generate.code !== 0) return { passed: [], output: generate.output };
  const compile = await step('compile');
  const call = await step('call');
  const requests = [...call.output.matchAll(/^passed (.+)$/gm)].map(([, name = '']) => name);
  return {
    passed: ['generate', ...(compile.code === 0 ? ['compile'] : []), ...requests],
    output: compile.code === 0 ? call.output : compile.output + call.output,
  };
}

const run = (program: string, args: readonly string[], environment: Environment) =>
  new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn(program, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
