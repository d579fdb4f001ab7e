// The real launcher with the real programs, compiled while they start, as its own process.
import path from 'node:path';
import { launch } from '../launch';

const source = (name: string) => path.resolve(__dirname, '../../../../apps', name, 'src/main.ts');

launch(process.argv.slice(2), process.env, {
  'content-service': source('content-service'),
  'calendar-service': source('calendar-service'),
  gateway: source('gateway'),
}).then(
  (code) => process.exit(code),
  (failure: unknown) => {
    console.error(failure);
    process.exit(1);
  },
);
