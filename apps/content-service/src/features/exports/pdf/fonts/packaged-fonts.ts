import path from 'node:path';

const FAMILIES: Record<string, readonly string[]> = {
  'noto-sans': ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic'],
  'noto-sans-mono': ['400Regular', '700Bold'],
  'noto-sans-arabic': ['400Regular', '700Bold'],
  'noto-sans-devanagari': ['400Regular', '700Bold'],
};

/** Made by `tools/fonts/symbol-fonts.sh`. */
const SYMBOLS = path.join(__dirname, 'symbols');

/** Folders of the packaged fonts: Latin, Cyrillic, Greek, Arabic, Devanagari, symbols and emoji. */
export const packagedFonts = (): string[] => [
  ...Object.entries(FAMILIES).flatMap(([family, styles]) => {
    const folder = path.dirname(require.resolve(`@expo-google-fonts/${family}/package.json`));
    return styles.map((style) => path.join(folder, style));
  }),
  SYMBOLS,
];
