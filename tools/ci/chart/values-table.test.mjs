import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { generatedReadme, readValues } from './values-table.mjs';

describe("the tables of values in the chart's README", () => {
  it('are those that the comments in values.yaml give', async () => {
    const { text, generated } = await generatedReadme();
    assert.equal(text, generated, 'run `node tools/ci/chart/values-table.mjs`');
  });

  it('have a row for every value', async () => {
    const { described, undescribed } = await readValues();
    // The two services have the values of the gateway; only the others need a description of their own.
    const ofAll = new Set(
      described.filter(({ keys }) => keys[0] === 'gateway').map(({ keys }) => keys.slice(1).join('.')),
    );
    const isCovered = ([first, ...keys]) =>
      first.endsWith('Service') && keys.some((_, index) => ofAll.has(keys.slice(0, index + 1).join('.')));
    assert.deepEqual(
      undescribed.filter((keys) => !isCovered(keys)).map((keys) => keys.join('.')),
      [],
    );
    assert.ok(described.length > 100, `only ${described.length} values are described`);
  });
});
