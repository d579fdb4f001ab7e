import { existsSync } from 'node:fs';

/**
 * `describe` for tests that compare with captured answers of the reference. Without these answers the tests are skipped, with the reason.
 * With CI=true they fail, because a green run must include the comparison.
 */
export function describeWithReference(folder: string, name: string, define: () => void): void {
  if (existsSync(folder)) return describe(name, define);
  const reason = `needs captured answers in ${folder}`;
  describe(name, () => {
    if (process.env['CI'] !== 'true') return it.skip(reason, () => undefined);
    return it(reason, () => {
      throw new Error(`Nothing was compared: ${folder} does not exist. Put the captured answers there.`);
    });
  });
}
