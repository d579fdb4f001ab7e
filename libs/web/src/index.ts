export { NEXT_EVENTS_PATH, type NextEvent } from './next-events';
export { BrowserSessions, hasSession, sessionKey } from './sessions/browser-sessions';
export {
  packVisitor,
  SESSION_PATH,
  type SharedSession,
  type SharedSite,
  SITE_PATH,
  unpackVisitor,
} from './shared-session';
export { onlyForBrowsers } from './unknown/only-for-browsers';
export { ATOM_TYPE, atomFeed, xmlText } from './feeds/atom';
export { localPath } from './local-path';
export { allowOwn, setPageHeaders, setTextHeaders } from './page-headers';
export { nameApi } from './name-api';
export { Entered, notify } from './page-locals';
export { placeFor } from './page.guard';
export { nameOf } from './views/names';
export { installPageViews } from './views/page-views';
export { opensSettings } from './views/settings-access';
export { chosenTheme, keepTheme, type Theme, THEMES } from './views/theme';
export { SeeOther } from './see-other';
export { answerUnknownPages } from './unknown/unknown-pages';
export { type Stage, type Visitor, Visitors } from './visitor';
export { For, Form, type Next, WebPage } from './web-page';
