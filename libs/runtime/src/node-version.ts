/** Node 20 lacks zstd, which the HTTP client reads when it is loaded. */
const OLDEST = [22, 15] as const;

/** The message that this Node is too old; undefined when it is not. */
export function tooOldNode(version = process.versions.node): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return undefined;
  return `This program needs Node ${OLDEST.join('.')} or newer, and this is ${version}. Put npx before node: npx node dist/…`;
}

// When this file is loaded, because other modules of a program fail on an old Node while they are loaded.
const fault = tooOldNode();
if (fault !== undefined) {
  process.stderr.write(`${fault}\n`);
  process.exit(1);
}
