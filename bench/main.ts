// `npm run bench -- <subject> [options]`; without a subject, `requests`. bench/README.md says what each one measures.
import 'reflect-metadata';
import path from 'node:path';
import { runBench } from './measuring/stage';

const SUBJECTS: Readonly<Record<string, string>> = {
  requests: 'requests/main',
  budget: 'budget/main',
  soak: 'soak',
  fairness: 'fairness/main',
  attacks: 'attacks/main',
  search: 'search',
  permissions: 'permissions/main',
  library: 'library',
  calendar: 'calendar/main',
  'calendar-plans': 'calendar/plans',
};

const [first] = process.argv.slice(2);
const subject = first === undefined || first.startsWith('-') ? 'requests' : first;
const script = SUBJECTS[subject];
if (script === undefined) {
  console.error(`There is no subject ${subject}, but ${Object.keys(SUBJECTS).join(', ')}.`);
  process.exitCode = 1;
} else {
  // Each subject reads the options after its name.
  if (first === subject) process.argv.splice(2, 1);
  runBench(async () => {
    await import(path.join(__dirname, script));
  });
}
