// A program of its own that starts a server, says what came of it in one line of JSON, and stays until it is killed.
import { EmbeddedPostgres } from '@almanac/embedded-postgres';

async function main([dataDir = '']: string[]): Promise<void> {
  try {
    const postgres = await EmbeddedPostgres.start({ dataDir, settings: { fsync: 'off' } });
    await postgres.createDatabase('app');
    // Before anybody is told that we run, and may stop us.
    process.once('SIGTERM', () => process.exit());
    console.log(JSON.stringify({ url: postgres.url('app') }));
    setInterval(() => undefined, 60_000);
  } catch (error) {
    console.log(
      JSON.stringify(error instanceof Error ? { name: error.name, message: error.message } : { name: 'odd', message: String(error) }),
    );
  }
}

main(process.argv.slice(2)).catch((failure: unknown) => {
  console.error(failure);
  process.exit(1);
});
