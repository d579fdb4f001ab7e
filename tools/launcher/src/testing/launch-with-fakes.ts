// The real launcher with fake programs, as its own process.
import path from 'node:path';
import { launch } from '../launch';

const fake = path.join(__dirname, 'fake-program.ts');

launch(process.argv.slice(2), process.env, { 'content-service': fake, 'calendar-service': fake, gateway: fake }).then(
  (code) => process.exit(code),
  (failure: unknown) => {
    console.error(failure);
    process.exit(1);
  },
);
