// A separate program that starts a server, prints the result as one line of JSON, and runs until it is killed.
import { EmbeddedPostgres } from '@almanac/embedded-postgres';

async function main([dataDir = '', option]: string[]): Promise<void> {
  try {
    const postgres = await EmbeddedPostgres.start({
      dataDir,
      settings: { fsync: 'off' },
      endsWithProcess: option === 'ends-with-process',
    });
    await postgres.createDatabase('app');
    // Set before the output, because the test may stop this program at once afterwards.
    process.once('SIGTERM', () => process.exit());
    console.log(JSON.stringify({ url: postgres.url('app') }));
    setInterval(() => undefined, 60_000);
  } catch (error) {
    console.log(
      JSON.stringify(
        error instanceof Error ? { name: error.name, message: error.message } : { name: 'odd', message: String(error) },
      ),
    );
  }
}

main(process.argv.slice(2)).catch((failure: unknown) => {
  console.error(failure);
  process.exit(1);
});
