export { DrainingServer } from './draining-server';
export { runProgram } from './run-program';
