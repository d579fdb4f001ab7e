// Makes hashes cheap in tests whose subject is something else. Builds contain no `testing` folder, so released code cannot import this.
import { COST } from '../cost';

Object.assign(COST, { memoryCost: 64, timeCost: 1 });
