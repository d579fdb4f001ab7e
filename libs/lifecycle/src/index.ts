export { DrainingServer, type DrainTimes } from './draining-server';
export { type Program, runProgram } from './run-program';
