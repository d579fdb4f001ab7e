/**
 * Prints a go.mod from which the programs of Kubernetes can be built: `node go-module.mjs <go.mod of k8s.io/kubernetes> <version>`.
 *
 * The published module takes its own libraries (`k8s.io/api` and others) from folders beside it, at version v0.0.0. Their published
 * versions have the same number as Kubernetes, with a leading 0. All other requirements keep their version.
 */
import { execFileSync } from 'node:child_process';

const [file, version] = process.argv.slice(2);
const { Go, Require } = JSON.parse(execFileSync('go', ['mod', 'edit', '-json', file], { encoding: 'utf8' }));
const ownVersion = version.replace(/^v1\./, 'v0.');

const lines = ['module almanac.test/cluster', `go ${Go}`, `require k8s.io/kubernetes ${version}`];
for (const { Path, Version } of Require) {
  lines.push(`require ${Path} ${Version}`);
  if (Version === 'v0.0.0') lines.push(`replace ${Path} => ${Path} ${ownVersion}`);
}
console.log(lines.join('\n'));
