import { logContext, traceRequests, withHeaders } from '@almanac/observability';
import { Agent, type Dispatcher } from 'undici';

/** Much shorter than the keep-alive time of the services. A service may have been replaced during a longer idle time. */
const MAX_IDLE_MS = 4_000;

/** Our requests to the other service keep the id of the request that they serve, so that one id finds the lines of both logs. */
const sendRequestId: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  const { request_id } = logContext();
  if (request_id === undefined) return dispatch(options, handler);
  return dispatch({ ...options, headers: withHeaders(options.headers, { 'x-request-id': request_id }) }, handler);
};

/** Connections to the other service. Requests carry the id and the trace of the running request or job. */
export class ServiceAgent {
  readonly dispatcher: Dispatcher;
  private readonly agent: Agent;

  constructor(connections: number) {
    this.agent = new Agent({ keepAliveMaxTimeout: MAX_IDLE_MS, connections });
    this.dispatcher = this.agent.compose(traceRequests({ propagates: true }), sendRequestId);
  }

  /** Closes the connections after the last request. */
  close(): Promise<void> {
    return this.agent.close();
  }
}
