declare namespace Express {
  interface Request {
    /** Names the request in logs and in `X-Request-Id`; set by `requestId()`. */
    id: string;
  }
}
