// Each setting has the same name in README.md, values.yaml, values.schema.json, the rendered manifests and the programs.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { chart, exampleValues, readYaml, render } from './helm.mjs';
import { containersOf, environmentOf, isHook, ofKind, programOf } from './manifests.mjs';
import { VARIABLES } from './programs.mjs';
import { settingsTable, variableFor } from './settings-table.mjs';

let table;

before(async () => {
  table = await settingsTable();
});

const pairs = (rows) =>
  rows.flatMap(({ programs, variable }) => programs.map((program) => `${program} ${variable}`)).sort();
const leaf = (object, dotted) => dotted.split('.').reduce((inner, key) => inner?.[key], object);

describe('the table of settings', () => {
  it('names each variable after its value', () => {
    assert.ok(table.length > 30, `only ${table.length} rows were understood`);
    for (const { value, variable } of table) assert.equal(variable, variableFor(value), value);
  });

  it('has every value of values.yaml and no other, with the same default', async () => {
    const values = await readYaml('values.yaml');
    const named = Object.entries(values.settings).flatMap(([group, settings]) =>
      Object.keys(settings).map((key) => `settings.${group}.${key}`),
    );
    const secret = Object.keys(values.secrets).filter((key) => key !== 'existingSecret');
    assert.deepEqual(
      table.map(({ value }) => value).sort(),
      [...named, ...secret.map((key) => `secrets.${key}`)].sort(),
    );
    for (const { value, fallback } of table) {
      const text = [leaf(values, value)].flat().join(',');
      const expected = /^`(.*)`$/.exec(fallback)?.[1].replace('[]', '') ?? '';
      assert.equal(text, expected, `${value}: the default in README.md and the one in values.yaml`);
    }
  });

  it('has every value of the schema', async () => {
    const schema = JSON.parse(await readFile(path.join(chart, 'values.schema.json'), 'utf8'));
    const groups = schema.properties.settings.properties;
    const known = Object.entries(groups).flatMap(([group, { properties }]) =>
      Object.keys(properties).map((key) => `settings.${group}.${key}`),
    );
    const secret = Object.keys(schema.properties.secrets.properties).filter((key) => key !== 'existingSecret');
    assert.deepEqual(
      [...known, ...secret.map((key) => `secrets.${key}`)].sort(),
      table.map(({ value }) => value).sort(),
    );
  });

  it('has exactly the values that the rendered pods get', async () => {
    const rendered = new Set();
    for (const file of Object.values(await exampleValues())) {
      const documents = await render([file]);
      for (const { owner, container } of containersOf(documents)) {
        for (const { variable } of environmentOf(container, documents)) rendered.add(`${programOf(owner)} ${variable}`);
      }
    }
    assert.deepEqual([...rendered].sort(), pairs(table));
  });

  it('reaches the programs as it was written', async () => {
    const values = await readYaml('ci/everything-values.yaml');
    const maps = ofKind(await render([(await exampleValues()).everything]), 'ConfigMap').filter((map) => !isHook(map));
    for (const { value, variable, programs } of table.filter((row) => row.value.startsWith('settings.'))) {
      for (const program of programs) {
        const { data } = maps.find((map) => programOf(map) === program);
        assert.equal(data[variable], [leaf(values, value)].flat().join(','), `${program} ${variable}`);
      }
    }
  });

  it('has every variable that a program reads', async () => {
    const known = new Set(pairs(table));
    const read = Object.entries(VARIABLES).flatMap(([program, names]) => names.map((name) => `${program} ${name}`));
    assert.ok(read.length > 80, `only ${read.length} variables are read`);
    assert.deepEqual(
      read.filter((pair) => !known.has(pair)),
      [],
      'a program reads a variable that the chart cannot set',
    );
  });
});
