// First, because it tells that Node is too old before another module fails on it.
import { runCommandLine } from '@almanac/runtime';
import 'reflect-metadata';
import { COMMANDS } from './commands';

runCommandLine({ program: 'backup', commands: COMMANDS });
