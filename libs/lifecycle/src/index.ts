export { DrainingServer, type DrainTimes } from './draining-server';
export { type Program, runProgram, STOP_LIMITS } from './run-program';
