// A front end of another origin, without a framework: lists events page after page, creates them, and changes them without losing changes of others.
const EVENTS = '/calendar/events/v1/events';
const at = (id) => document.getElementById(id);

/** The event in the editor with its version, as they were read; undefined for a new event. */
let edited;
/** The path of the next page of the list. */
let next;

/** Sends a request to the system. Rejects for statuses from 400 on, with `status` and the `errors` of single fields. */
async function send(path, { method = 'GET', headers = {}, body } = {}) {
  const { address, token } = Object.fromEntries(new FormData(at('connection')));
  // Errors of both services then have one format (RFC 9457).
  const all = { Accept: 'application/json, application/problem+json', ...headers };
  if (token) all.Authorization = `Token ${token}`;
  if (body) all['Content-Type'] = 'application/json';
  const response = await fetch(new URL(path, address), { method, headers: all, body: JSON.stringify(body) }).catch(
    () => {
      // Browsers do not tell a script which of these is the reason.
      throw new Error(
        `${address} does not answer, or does not allow scripts of this page. Check the address, and start the system with CORS_ALLOWED_ORIGINS=${location.origin}`,
      );
    },
  );
  const answer = await response.json();
  if (response.ok) return { answer, response };
  throw Object.assign(new Error(answer.detail ?? answer.title), {
    status: response.status,
    errors: answer.errors ?? [],
  });
}

/** Runs a handler, and shows why it failed. */
const handle = (work) => async (happening) => {
  happening?.preventDefault();
  at('message').textContent = '';
  document.body.ariaBusy = 'true';
  await work().catch((failure) => {
    at('message').textContent = failure.message;
    at('editor-message').textContent = failure.message;
  });
  document.body.ariaBusy = 'false';
};

async function showList() {
  at('events').replaceChildren();
  // An empty cursor asks for pages that neither repeat nor skip events that change meanwhile.
  next = `${EVENTS}?cursor=&per_page=5`;
  await showMore();
}

async function showMore() {
  const { answer, response } = await send(next);
  for (const event of answer.events) at('events').append(rowOf(event));
  const link = /<([^>]*)>; *rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
  next = link && new URL(link).pathname + new URL(link).search;
  at('more').hidden = !next;
  at('empty').hidden = at('events').children.length > 0;
}

function rowOf(event) {
  const row = at('row').content.cloneNode(true);
  row.querySelector('h3').textContent = event.title;
  const place = event.venues.map(({ venue }) => venue).join(', ');
  row.querySelector('p').textContent = [event.start_date.slice(0, 16), event.timezone, place]
    .filter(Boolean)
    .join(' · ');
  const button = row.querySelector('button');
  button.ariaLabel = `Edit ${event.title}`;
  button.onclick = handle(async () => open(await read(event.id)));
  return row;
}

async function read(id) {
  const { answer, response } = await send(`${EVENTS}/${id}`);
  return { event: answer, version: response.headers.get('ETag') };
}

function open(found) {
  edited = found;
  showFaults([]);
  at('conflict').hidden = true;
  const { title = '', start_date: start = '', end_date: end = '' } = found?.event ?? {};
  Object.assign(at('title'), { value: title });
  Object.assign(at('start_date'), { value: start.slice(0, 16).replace(' ', 'T') });
  Object.assign(at('end_date'), { value: end.slice(0, 16).replace(' ', 'T') });
  at('heading').textContent = found ? 'Edit event' : 'New event';
  if (!at('editor').open) at('editor').showModal();
}

async function save() {
  showFaults([]);
  const fields = Object.fromEntries(new FormData(at('fields')));
  try {
    // A whole answer may be sent back: members that repeat it change nothing.
    if (edited) {
      const body = { ...edited.event, ...fields };
      await send(`${EVENTS}/${edited.event.id}`, { method: 'PUT', headers: { 'If-Match': edited.version }, body });
    } else await send(EVENTS, { method: 'POST', body: { ...fields, status: 'publish' } });
  } catch (failure) {
    if (failure.status === 412) return showConflict();
    if (!failure.errors?.length) throw failure;
    return showFaults(failure.errors);
  }
  at('editor').close();
  await showList();
}

/** Another user has saved the event since it was read. */
async function showConflict() {
  const theirs = await read(edited.event.id);
  at('theirs').textContent = `${theirs.event.title}, ${theirs.event.start_date.slice(0, 16)}`;
  at('conflict').hidden = false;
  at('take').onclick = () => open(theirs);
  at('keep').onclick = handle(async () => {
    edited = theirs;
    at('conflict').hidden = true;
    await save();
  });
}

/** Shows each fault beside its field: `pointer` is `#/end_date`. */
function showFaults(errors) {
  const faults = new Map(errors.map(({ pointer, detail }) => [pointer?.slice(2), detail]));
  const fields = [...at('fields').querySelectorAll('input')];
  for (const field of fields) {
    at(`${field.id}-fault`).textContent = faults.get(field.id) ?? '';
    field.ariaInvalid = String(faults.has(field.id));
    faults.delete(field.id);
  }
  at('editor-message').textContent = [...faults.values()].join(' ');
  fields.find((field) => field.ariaInvalid === 'true')?.focus();
}

at('connection').onsubmit = handle(showList);
at('fields').onsubmit = handle(save);
at('more').onclick = handle(showMore);
at('new').onclick = () => open();
at('cancel').onclick = () => at('editor').close();
