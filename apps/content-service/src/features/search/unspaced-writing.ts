/** Han, Hiragana and Katakana, which are written without spaces and indexed in pairs of characters; for a character class of a pattern. */
export const UNSPACED = String.raw`\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff`;
