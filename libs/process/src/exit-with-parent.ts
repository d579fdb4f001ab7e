/**
 * Calls `onExit` once the process that started this one is gone, even when it was killed outright: the parent holds the other end of
 * our standard input and says so with `EXIT_WITH_PARENT=true`. Without that setting nothing happens, because an ordinary
 * standard input (a terminal, /dev/null in a container) may end at any time and mean nothing.
 */
export function exitWithParent(onExit: () => void, env: Readonly<Record<string, string | undefined>> = process.env): void {
  if (env['EXIT_WITH_PARENT'] !== 'true') return;
  process.stdin.once('close', onExit);
  process.stdin.resume();
  // Listening to the parent must not keep a program alive that has nothing else to do.
  process.stdin.unref();
}
