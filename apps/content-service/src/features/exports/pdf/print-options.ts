import type { PDFOptions } from 'puppeteer';
import type { Settings } from '../../../config';
import { EXPORT_STYLESHEET } from '../export-stylesheet';

/** What stands below each sheet of paper; the browser fills in the title and the numbers. */
const FOOTER = `<div style="color: #5b6770; display: flex; font: 9px 'Noto Sans', sans-serif; justify-content: space-between; margin: 0 15mm; width: 100%">
  <span class="title"></span><span><span class="pageNumber"></span> / <span class="totalPages"></span></span></div>`;

/** How documents come onto paper. The browser may take as long as it likes: whoever prints has a time limit of their own. */
export const printOptions = (format: Settings['pdf']['pageSize']): PDFOptions => ({
  format,
  margin: { top: '18mm', bottom: '20mm', left: '15mm', right: '15mm' },
  printBackground: true,
  displayHeaderFooter: true,
  headerTemplate: '<span></span>',
  footerTemplate: FOOTER,
  outline: true,
  tagged: true,
  timeout: 0,
});

const SAMPLE = `The quick brown fox jumps over the lazy dog. 0123456789 ABCDEFGHIJKLMNOPQRSTUVWXYZ .,:;!?()[]{}"'+-*/=%
  the of and to in is it that for on with as are this be by or from at not have you can if which will all one use has page new time other`;

/**
 * What a page prints before it is anybody's. Fonts are looked for, and the forms of letters and words made, when they are first used: it
 * has what nearly all documents have.
 */
export const FIRST_PRINT = `<!doctype html><title>A</title><style>${EXPORT_STYLESHEET}</style><h1>${SAMPLE}</h1><h2>${SAMPLE}</h2>
  <p>${SAMPLE} <b>${SAMPLE}</b> <i>${SAMPLE}</i> <a href="#a">a</a></p><pre><code>${SAMPLE}</code></pre><ul><li>${SAMPLE}</li></ul>
  <table><tr><th>${SAMPLE}</th><td>${SAMPLE}</td></tr></table>`;
