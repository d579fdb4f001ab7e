// Loaded into a program by `NODE_OPTIONS=--require`: SIGUSR2 moves its clock an hour ahead, and the next one back.
const HOUR_MS = 3_600_000;
let offset = 0;
process.on('SIGUSR2', () => {
  offset = offset === 0 ? HOUR_MS : 0;
});

const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + offset] : given));
  }

  static now() {
    return RealDate.now() + offset;
  }
};
