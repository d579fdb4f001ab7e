import { filesOfJourneys } from './journeys';
import { figuresOf } from './figures';
import { readStructure } from './sources';

/** Counts the code: `node --require ./tools/typescript.cjs tools/structure/main.ts`. With a path it counts another checkout, and runs nothing. */
async function main([root]: readonly string[]): Promise<void> {
  const figures = Object.entries(figuresOf(readStructure(root), root));
  const journeys = root === undefined ? await filesOfJourneys() : [];
  for (const [name, count] of figures) print(name, count);
  for (const [name, count] of journeys) print(`own files that run for: ${name}`, count);
}

const print = (name: string, count: number): void => console.log(`${String(count).padStart(8)}  ${name}`);

main(process.argv.slice(2)).then(
  () => process.exit(), // workers of the programs would keep it running
  (failure: unknown) => {
    console.error(failure);
    process.exit(1);
  },
);
