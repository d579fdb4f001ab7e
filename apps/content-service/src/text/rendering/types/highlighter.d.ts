// Of highlight.js, as much as is used. Its own types would bring those of browsers into every file of this project.
import type { Language } from './language';

declare const highlighter: {
  registerLanguage: (name: string, language: Language) => void;
  getLanguage: (name: string) => object | undefined;
  highlight: (code: string, options: { language: string; ignoreIllegals: boolean }) => { value: string };
};
export default highlighter;
