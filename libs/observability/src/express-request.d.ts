declare namespace Express {
  interface Request {
    /** The request's id in logs and in `X-Request-Id`; set by `requestId()`. */
    id: string;
  }
}
