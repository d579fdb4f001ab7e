// Of a language of highlight.js; only its highlighter looks into it.
export type Language = (highlighter: object) => object;

declare const language: Language;
export default language;
