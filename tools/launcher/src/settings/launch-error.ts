/** Why the system cannot start: a message for the terminal, with a program's last output where that helps. Any other error is a bug. */
export class LaunchError extends Error {
  override readonly name = 'LaunchError';
}
