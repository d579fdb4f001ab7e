// `npm run bench -- calendar`: compares lists of a calendar with a million events (or `--events`) and of one with ten thousand. Both databases
// are in one embedded PostgreSQL, each with the built calendar-service; requests alternate. bench/README.md explains the figures.
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { ContentStandIn } from '../../apps/calendar-service/src/testing/content-stand-in';
import { NAMESPACE } from '../../apps/calendar-service/src/config';
import { AUTHOR, EDITOR } from '../../apps/calendar-service/src/testing/given';
import { builtScript } from '../measuring/bench-process';
import { measureSizes, reportSizes } from '../measuring/sizes';
import { FAST_FILLING, runBench, Stage } from '../measuring/stage';
import { COMMIT } from '../requests/commits';
import { filledCalendar } from './filled-calendar';
import { findPlaces } from './places';
import { reportWrites } from './report';
import { type Calendar, calendarCases } from './requests';
import { measureWrites } from './writes';

const BASELINE = 10_000;

async function bench(): Promise<void> {
  const { values } = parseArgs({
    options: {
      events: { type: 'string', default: '1000000' },
      rounds: { type: 'string', default: '25' },
      only: { type: 'string', default: '' },
      keep: { type: 'string' },
      dist: { type: 'string' },
    },
  });
  const work = async (stage: Stage) => {
    const content = await ContentStandIn.start();
    stage.onEnd(() => content.stop());
    const script = builtScript('calendar-service', values.dist);
    const calendars: Calendar[] = [];
    for (const events of [BASELINE, Number(values.events)]) {
      const env = await filledCalendar(stage, events, content.url);
      const { url } = await stage.start('calendar-service', env, script);
      calendars.push({
        size: `${events.toLocaleString('en')} events`,
        url: `${url}/${NAMESPACE}`,
        places: await findPlaces(env.CALENDAR_DATABASE_URL),
      });
    }
    const rounds = Number(values.rounds);
    const database = new Client(stage.postgres.url('postgres'));
    await database.connect();
    stage.onEnd(() => database.end());
    const commit = () => database.query(COMMIT);
    const [author, editor] = [content.user(AUTHOR).token, content.user(EDITOR).token];
    const cases = calendarCases({ author, editor });
    const only = new RegExp(values.only);
    console.log(reportSizes(await measureSizes(calendars, cases, { rounds, only, commit }), calendars));
    const urls = calendars.map(({ url }) => url);
    console.log(reportWrites(await measureWrites(urls, editor, rounds), calendars));
  };
  await Stage.run('calendar', work, { settings: FAST_FILLING, keep: values.keep });
}

runBench(bench);
