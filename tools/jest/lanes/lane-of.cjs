// Each spec file is in one lane, by the end of its name: `npm test` runs the fast one, `npm run test:slow` the slow one, .ci/nightly all.
const ENDINGS = {
  nightly: /\.nightly\.spec\.ts$/,
  slow: /(\.slow|\.browser|growth)\.spec\.ts$/,
};

const laneOf = (file) => Object.keys(ENDINGS).find((lane) => ENDINGS[lane].test(file)) ?? 'fast';

/** A function for Jest's option `--filter`. Without that option Jest runs any file, whatever its lane. */
const only = (lane) => (files) => ({ filtered: files.filter((file) => laneOf(file) === lane) });

module.exports = { laneOf, only };
