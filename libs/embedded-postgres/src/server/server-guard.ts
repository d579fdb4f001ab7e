import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';

/** Its standard input closes when this process has ended. */
const SCRIPT = `process.stdin.resume().once('close', () => {
  try { process.kill(Number(process.argv[1]), 'SIGQUIT'); } catch (gone) {}
});`;

/** A process that ends a server at once when this process has ended, even by SIGKILL. */
export class ServerGuard {
  private readonly child: ChildProcess;

  constructor(serverPid: number) {
    // Detached, because Ctrl+C reaches every process of the terminal, and the guard has to outlive this one.
    this.child = spawn(process.execPath, ['-e', SCRIPT, String(serverPid)], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      windowsHide: true,
    });
    this.child.on('error', () => undefined);
    this.child.stdin?.on('error', () => undefined);
    // A guard must not keep a program alive that has nothing else to do.
    this.child.unref();
    if (this.child.stdin instanceof Socket) this.child.stdin.unref();
  }

  /** To be called when the server has ended, because another process may get its id. */
  stop(): void {
    this.child.kill('SIGKILL');
  }
}
