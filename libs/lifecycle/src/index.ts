export { DrainingServer } from './draining-server';
export { type Program, runProgram } from './run-program';
