export default {
  almanac: {
    input: process.env.DOCUMENT,
    output: {
      target: 'almanac.ts',
      client: 'fetch',
      baseUrl: process.env.ALMANAC,
      override: { splitByContentType: true },
    },
  },
};
