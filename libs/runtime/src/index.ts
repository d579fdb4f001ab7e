import './node-version';

export { type Command, OperatorError, runCommandLine, usageOf } from './command-line';
export { errorCode, fileRefusal } from './error-code';
export { exitWithParent } from './exit-with-parent';
export { FileLock, LockHeldError } from './file-lock';
export { callsOutside, duringTransaction, watchOutsideCalls } from './outside-calls';
export { freePort, portIsFree } from './ports';
export { temporaryFolder } from './temporary-folder';
export { runningProcess } from './running-process';
export { SharedRun } from './shared-run';
export { KILL_AFTER_MS, STOP_LIMITS } from './stop-times';
export * from './settings/forms';
export { readPorts, readSettings, rulesOf, SettingsError } from './settings/settings';
export {
  type Environment,
  originOf,
  type RotatingSecret,
  type SettingRule,
  SettingsReader,
} from './settings/settings-reader';
