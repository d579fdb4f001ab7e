// Replays the project's own scenario packs (packs/), in the format of the reference packs. Every step contains its expectation:
//   { id, as, method, path, json, headers, save: {x: 'data.0.id'}, expectStatus, alsoBody: {path: value}, absent: [path], contains: [text], lacks: [text], note }
// `{{x}}` in paths, bodies and expectations is the variable x. A path of the body may have `*` for every item, or be `@header.name`.

/**
 * @param {{as?: string, steps: object[]}} pack
 * @param {{actors: object, vars: object}} env headers by actor, and variables with the `base` address
 * @returns {Promise<{id: string, ok: boolean, diffs: string[]}[]>}
 */
export async function replayPack({ as = 'admin', steps }, { actors, vars: given }) {
  const vars = { ...given };
  const results = [];
  for (const step of steps) {
    const diffs = await replayStep(
      filled({ ...step, save: undefined }, vars),
      step.save ?? {},
      actors[step.as ?? as],
      vars,
    );
    results.push({ id: step.id, ok: diffs.length === 0, diffs });
  }
  return results;
}

async function replayStep(step, save, authorization, vars) {
  const headers = {
    Accept: 'application/json',
    ...(step.json && { 'Content-Type': 'application/json' }),
    ...authorization,
    ...step.headers,
  };
  const options = {
    method: step.method ?? 'GET',
    headers,
    body: step.json && JSON.stringify(step.json),
    redirect: 'manual',
  };
  const answer = await fetch(vars.base + step.path, { ...options, signal: AbortSignal.timeout(60_000) });
  const text = await answer.text();
  const body = /json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(text) : text;
  const valueAt = (path) =>
    path.startsWith('@header.')
      ? (answer.headers.get(path.slice('@header.'.length)) ?? undefined)
      : valueIn(body, path);
  for (const [name, path] of Object.entries(save)) vars[name] = valueAt(path);
  return [
    ...(answer.status === (step.expectStatus ?? 200)
      ? []
      : [`status ${answer.status}, must be ${step.expectStatus ?? 200}: ${text.slice(0, 200)}`]),
    ...Object.entries(step.alsoBody ?? {}).flatMap(([path, wanted]) => difference(path, valueAt(path), wanted)),
    ...(step.absent ?? []).filter((path) => valueAt(path) !== undefined).map((path) => `${path}: must be absent`),
    ...(step.contains ?? []).filter((part) => !text.includes(part)).map((part) => `lacks ${part}`),
    ...(step.lacks ?? []).filter((part) => text.includes(part)).map((part) => `has ${part}`),
  ];
}

function difference(path, value, wanted) {
  const [is, must] = [JSON.stringify(value) ?? 'missing', JSON.stringify(wanted)];
  return is === must ? [] : [`${path}: ${is.slice(0, 200)}, must be ${must.slice(0, 200)}`];
}

function valueIn(body, path) {
  let values = [body];
  for (const key of path === '' ? [] : path.split('.'))
    values = values.flatMap((value) => (key === '*' ? Object.values(value ?? {}) : [value?.[key]]));
  return path.split('.').includes('*') ? values : values[0];
}

function filled(value, vars) {
  if (Array.isArray(value)) return value.map((item) => filled(item, vars));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, vars)]));
  if (typeof value !== 'string') return value;
  // A value that is only a variable keeps the variable's type.
  const [, whole] = /^\{\{(\w+)\}\}$/.exec(value) ?? [];
  return whole in vars ? vars[whole] : value.replace(/\{\{(\w+)\}\}/g, (mark, name) => vars[name] ?? mark);
}
