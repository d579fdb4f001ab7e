import path from 'node:path';
import { launch } from './launch';
import { builtPrograms } from './programs/programs';

// Closing our output early (`npm start | head`) must not stop the system.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

// dist/launcher/tools/launcher/src → dist
const dist = path.resolve(__dirname, '../../../..');

launch(process.argv.slice(2), process.env, builtPrograms(dist)).then(
  (code) => process.exit(code),
  (failure: unknown) => {
    console.error(failure);
    process.exit(1);
  },
);
