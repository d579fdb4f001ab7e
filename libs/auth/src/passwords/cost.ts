/** 19 MiB and two passes: OWASP's minimum for argon2id, which is the library's default algorithm. */
export const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
