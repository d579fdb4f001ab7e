export {
  NEXT_EVENTS_PATH,
  type NextEvent,
  packVisitor,
  SESSION_PATH,
  type SharedSession,
  type SharedSite,
  SITE_PATH,
  unpackVisitor,
} from './shared-session';
export { BrowserSessions, hasSession, sessionKey } from './sessions/browser-sessions';
export { onlyForBrowsers, answerUnknownAddresses } from './unknown/unknown-addresses';
export { ATOM_TYPE, atomFeed, xmlText } from './feeds/atom';
export { localPath, SeeOther } from './local-path';
export { blockStarts } from './block-starts';
export { orFormAgain } from './form-again';
export { formVersion, isChangedText, savedUnlessChanged, withLineEnds } from './saved-version';
export { allowOwn, setSiteHeaders, setTextHeaders, nameApi } from './site-headers';
export { SubmittedValues, notify } from './site-locals';
export { placeFor } from './site.guard';
export { nameOf } from './views/templates';
export { installSiteViews } from './views/site-views';
export { opensSettings } from './views/settings-access';
export { chosenTheme, storeTheme, type Theme, THEMES } from './views/theme';
export { type Stage, type Visitor, Visitors } from './visitor';
export { For, PostForm, type Next, WebPage } from './web-page';
