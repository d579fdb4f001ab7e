// Alerts and dashboard fit the metrics, the tests of promtool and the runbook. PROMTOOL names the program; tools/ci/alerts.sh sets it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { parse, stringify } from 'yaml';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file) => readFile(path.join(root, file), 'utf8');
const promtool = (...args) => promisify(execFile)(process.env.PROMTOOL ?? 'promtool', args);

const { groups } = parse(await read('k8s/almanac/monitoring/alerts.yaml'));
const alerts = groups.flatMap(({ rules }) => rules);
const dashboard = JSON.parse(await read('k8s/almanac/monitoring/dashboard.json'));
const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

/** Metrics of Prometheus itself, of Node and of the process, which docs/metrics.md does not list one by one. */
const GENERAL = [
  'up',
  'nodejs_eventloop_lag_p99_seconds',
  'process_start_time_seconds',
  'process_resident_memory_bytes',
  'process_cpu_seconds_total',
];

describe('alerts', () => {
  it('have a test that makes them fire', async () => {
    const { tests } = parse(await read('tools/ci/alerts/alerts.test.yaml'));
    const fired = tests.flatMap(({ alert_rule_test: checks }) =>
      checks.filter(({ exp_alerts: fires }) => fires.length > 0),
    );
    const names = new Set(fired.map(({ alertname }) => alertname));
    assert.deepEqual([...names].sort(), alerts.map(({ alert }) => alert).sort());
  });

  it('are tested with a healthy system, and without any series', async () => {
    const { tests } = parse(await read('tools/ci/alerts/alerts.test.yaml'));
    for (const wanted of ['a healthy system', 'a system that is gone']) {
      const [{ alert_rule_test: checks }] = tests.filter(({ name }) => name === wanted);
      assert.deepEqual(
        checks.map(({ alertname }) => alertname).sort(),
        alerts.map(({ alert }) => alert).sort(),
        wanted,
      );
    }
  });

  it('have a page in the runbook', async () => {
    const pages = (await read('docs/runbook.md')).match(/(?<=^### ).+$/gm);
    for (const { alert, annotations } of alerts) {
      assert.ok(pages.includes(alert), alert);
      assert.equal(annotations.runbook, `docs/runbook.md#${alert.toLowerCase()}`);
    }
  });
});

it('alerts and dashboard use metrics that exist', async () => {
  const known = [...(await read('docs/metrics.md')).matchAll(/^\| `(almanac_\w+)/gm)].map(([, name]) => name);
  assert.ok(known.length > 10);
  for (const expr of [...expressions, ...alerts.map((alert) => alert.expr)]) {
    const used = expr.replaceAll(/"[^"]*"/g, '').match(/\b(?:almanac|nodejs|process)_\w+|\bup\b/g);
    for (const name of used)
      assert.ok([...known, ...GENERAL].includes(name.replace(/_(?:bucket|count|sum)$/, '')), `${name} in ${expr}`);
  }
});

it('the expressions of the dashboard are valid', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-dashboard-'));
  try {
    const rules = expressions.map((expr, index) => ({
      record: `panel:${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$release', 'demo'),
    }));
    await writeFile(path.join(folder, 'rules.yaml'), stringify({ groups: [{ name: 'dashboard', rules }] }));
    const { stdout } = await promtool('check', 'rules', path.join(folder, 'rules.yaml'));
    assert.match(stdout, new RegExp(`${expressions.length} rules found`));
  } finally {
    await rm(folder, { recursive: true });
  }
});
