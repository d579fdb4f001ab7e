import { pathToFileURL } from 'node:url';
import JSZip from 'jszip';
import { ContentStandIn, SERVICE_SECRET } from '../../apps/calendar-service/src/testing/content-stand-in';
import { EDITOR } from '../../apps/calendar-service/src/testing/given';
import { BenchProcess, builtScript, type Environment } from '../measuring/bench-process';
import { newToken, type Stage, UNLIMITED } from '../measuring/stage';
import { tokenOfAnother } from './token-of-another';

/** As many as a caller may have. */
const LARGE = 20;
const PAGES = 2_100;
const EVENTS = 1_500;

export interface Imports {
  name: string;
  /** A small import of one caller, from the request to the answer. */
  small: () => Promise<void>;
  /** Starts the large ones of another caller. @returns whether they go on */
  startLarge: () => Promise<() => Promise<boolean>>;
  stop: () => Promise<void>;
}

export async function largeArchives(stage: Stage): Promise<Imports> {
  const busy = newToken();
  const env = await stage.contentSettings(busy, UNLIMITED, 'archives');
  const { url, stop } = await started('content-service', env);
  const other = await tokenOfAnother(url, busy);
  const run = async (token: string, file: Blob, headers = {}) => {
    const { id } = await upload(`${url}/api/imports`, token, file);
    const path = `${url}/api/imports/${String(id)}`;
    await ask(path, token, { method: 'POST', headers });
    return `${path}/run`;
  };
  const [small, large] = [await archive(3), await archive(PAGES)];
  return {
    name: `archives of ${PAGES} pages`,
    small: async () => {
      await run(other, small);
    },
    startLarge: async () => {
      const runs: string[] = [];
      for (let count = 0; count < LARGE; count += 1) runs.push(await run(busy, large, LATER));
      return () => isRunning(runs, busy);
    },
    stop,
  };
}

export async function largeCalendarFiles(stage: Stage): Promise<Imports> {
  const content = await ContentStandIn.start();
  stage.onEnd(() => content.stop());
  await stage.postgres.createDatabase('calendar');
  const env = {
    CALENDAR_DATABASE_URL: stage.postgres.url('calendar'),
    CONTENT_URL: content.url,
    STORAGE_URL: pathToFileURL(stage.files).href,
    BASE_URL: 'https://calendar.example',
    SERVICE_SECRET,
    ...UNLIMITED,
  };
  await BenchProcess.run(builtScript('calendar-service'), ['migrate'], env);
  const { url, stop } = await started('calendar-service', env);
  const path = `${url}/calendar/events/v1/import`;
  const [busy, other] = [content.user(EDITOR).token, content.user(EDITOR).token];
  let files = 0;
  return {
    name: `calendar files of ${EVENTS} events`,
    small: async () => {
      await upload(path, other, calendarFile((files += 1), 1));
    },
    startLarge: async () => {
      const runs: string[] = [];
      for (let count = 0; count < LARGE; count += 1) {
        const { id } = await upload(path, busy, calendarFile((files += 1), EVENTS), LATER);
        runs.push(`${path}/${String(id)}`);
      }
      return () => isRunning(runs, busy);
    },
    stop,
  };
}

async function started(service: string, env: Environment): Promise<{ url: string; stop: () => Promise<void> }> {
  const running = await BenchProcess.start(service, builtScript(service), env, '/healthz');
  return { url: running.url, stop: () => running.stop() };
}

const LATER = { prefer: 'respond-async' };

async function isRunning(runs: readonly string[], token: string): Promise<boolean> {
  const states = await Promise.all(runs.map(async (run) => (await ask(run, token))['state']));
  return states.includes('running') && states.includes('waiting');
}

function upload(url: string, token: string, file: Blob, headers = {}): Promise<Record<string, unknown>> {
  const body = new FormData();
  body.append('name', 'Import');
  body.append('file', file, 'file');
  return ask(url, token, { method: 'POST', body, headers });
}

interface RequestOptions {
  method?: string;
  body?: FormData;
  headers?: Record<string, string>;
}

async function ask(
  url: string,
  token: string,
  { headers, ...init }: RequestOptions = {},
): Promise<Record<string, unknown>> {
  const answer = await fetch(url, { ...init, headers: { ...headers, authorization: `Token ${token}` } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

async function archive(count: number): Promise<Blob> {
  const pages = Array.from({ length: count }, (_, at) => ({ name: `Page ${at}`, html: `<p>Text of page ${at}.</p>` }));
  const zip = new JSZip().file('data.json', JSON.stringify({ book: { name: 'Book', pages } }));
  return new Blob([await zip.generateAsync({ type: 'arraybuffer', compression: 'DEFLATE' })]);
}

function calendarFile(number: number, events: number): Blob {
  const lines = Array.from(
    { length: events },
    (_, at) =>
      `BEGIN:VEVENT\r\nUID:${number}-${at}\r\nSUMMARY:Event ${at}\r\nDTSTART:20310501T080000Z\r\nDTEND:20310501T090000Z\r\nEND:VEVENT\r\n`,
  );
  return new Blob([`BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${lines.join('')}END:VCALENDAR\r\n`]);
}
