import type { Settings } from '../../../config';
import { EXPORT_STYLESHEET, PRINT_STYLESHEET } from '../formats/export-stylesheet';
import type { PrintOptions } from './print-document';

/** Footer of each sheet; the browser fills in the title and the page numbers. */
const FOOTER = `<div style="color: #5b6770; display: flex; font: 9px 'Noto Sans', sans-serif; justify-content: space-between; margin: 0 15mm; width: 100%">
  <span class="title"></span><span><span class="pageNumber"></span> / <span class="totalPages"></span></span></div>`;

const PAPER: Record<Settings['pdf']['pageSize'], { paperWidth: number; paperHeight: number }> = {
  a4: { paperWidth: inches(210), paperHeight: inches(297) },
  letter: { paperWidth: 8.5, paperHeight: 11 },
};

/** Chromium's print options for exports. */
export const printOptions = (size: Settings['pdf']['pageSize']) =>
  ({
    ...PAPER[size],
    marginTop: inches(18),
    marginBottom: inches(20),
    marginLeft: inches(15),
    marginRight: inches(15),
    printBackground: true,
    displayHeaderFooter: true,
    headerTemplate: '<span></span>',
    footerTemplate: FOOTER,
    generateDocumentOutline: true,
    generateTaggedPDF: true,
  }) satisfies PrintOptions;

function inches(millimetres: number): number {
  return millimetres / 25.4;
}

const SAMPLE = `The quick brown fox jumps over the lazy dog. 0123456789 ABCDEFGHIJKLMNOPQRSTUVWXYZ .,:;!?()[]{}"'+-*/=%
  the of and to in is it that for on with as are this be by or from at not have you can if which will all one use has page new time other`;

/** Warm-up document of a new page. Chromium looks up fonts and shapes glyphs on first use; this uses those of nearly all documents. */
export const FIRST_PRINT = `<!doctype html><title>A</title><style>${EXPORT_STYLESHEET}${PRINT_STYLESHEET}</style><h1>${SAMPLE}</h1><h2>${SAMPLE}</h2>
  <p>${SAMPLE} <b>${SAMPLE}</b> <i>${SAMPLE}</i> <a href="#a">a</a></p><pre><code>${SAMPLE}</code></pre><ul><li>${SAMPLE}</li></ul>
  <table><tr><th>${SAMPLE}</th><td>${SAMPLE}</td></tr></table>`;
