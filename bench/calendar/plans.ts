// `npm run bench -- calendar-plans`: requests the lists of a large calendar in every order and with every filter, and shows which use no index.
// docs/performance.md names the orders and filters without an index.
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { Database } from '@almanac/database';
import { NAMESPACE, readCalendarSettings } from '../../apps/calendar-service/src/config';
import { createCalendarApp } from '../../apps/calendar-service/src/start';
import { ContentStandIn, SERVICE_SECRET } from '../../apps/calendar-service/src/testing/content-stand-in';
import { EDITOR } from '../../apps/calendar-service/src/testing/given';
import { type RecordedQuery, QueryRecorder } from './query-recorder';
import { runBench, Stage } from '../measuring/stage';
import { filledCalendar } from './filled-calendar';
import { listRequests } from './list-requests';
import { type Plan, summaryOf } from './plan-summary';

async function plans(): Promise<void> {
  const { values } = parseArgs({
    options: {
      events: { type: 'string', default: '1000000' },
      only: { type: 'string', default: '' },
      keep: { type: 'string' },
      /** Also prints the plans. */
      full: { type: 'boolean', default: false },
    },
  });
  const work = async (stage: Stage) => {
    const content = await ContentStandIn.start();
    stage.onEnd(() => content.stop());
    const env = await filledCalendar(stage, Number(values.events), content.url);
    const app = await createCalendarApp(readCalendarSettings({ ...env, SERVICE_SECRET, LOG_LEVEL: 'warn' }));
    await app.listen(0, '127.0.0.1');
    const url = `${await app.getUrl()}/${NAMESPACE}`;
    const recorder = new QueryRecorder(app.get(Database));
    const editor = { authorization: `Token ${content.user(EDITOR).token}` };
    console.log('| request | ms | read row by row | sorted |\n|---|---:|---|---|');
    for (const request of listRequests().filter(({ path }) => new RegExp(values.only).test(path))) {
      const recorded = await recorder.of(url + request.path, request.isForEditors ? editor : {});
      for (const query of recorded.filter(({ sql }) => sql.includes('"$total"'))) {
        const [found] = await recorder.query<{ 'QUERY PLAN': [Plan] }>(explained(query, 'JSON'), query.parameters);
        if (found) console.log(`| \`${request.path}\` | ${summaryOf(found['QUERY PLAN'][0])} |`);
        if (values.full) {
          const lines = await recorder.query<{ 'QUERY PLAN': string }>(explained(query, 'TEXT'), query.parameters);
          console.log(
            [query.sql, JSON.stringify(query.parameters), ...lines.map((line) => line['QUERY PLAN'])].join('\n'),
          );
        }
      }
    }
    await app.close();
  };
  await Stage.run('calendar-plans', work, { settings: { max_wal_size: '4GB' }, keep: values.keep });
}

const explained = ({ sql }: RecordedQuery, format: 'JSON' | 'TEXT'): string =>
  `EXPLAIN (ANALYZE, BUFFERS OFF, TIMING OFF, FORMAT ${format}) ${sql}`;

runBench(plans);
