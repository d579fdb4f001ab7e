/**
 * Calls `onExit` once the parent process has ended, even when it was killed. The parent must hold the other end of this process's
 * standard input and set `EXIT_WITH_PARENT=true`. Without that setting nothing happens, because an ordinary standard input
 * (a terminal, /dev/null in a container) may end at any time.
 */
export function exitWithParent(
  onExit: () => void,
  env: Readonly<Record<string, string | undefined>> = process.env,
): void {
  if (env['EXIT_WITH_PARENT'] !== 'true') return;
  process.stdin.once('close', onExit);
  process.stdin.resume();
  // Listening must not keep a program alive that has nothing else to do.
  process.stdin.unref();
}
