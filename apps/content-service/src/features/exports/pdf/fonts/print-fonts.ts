import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { chromiumFontFolders } from '@almanac/chromium';
import { taskFile, WorkerPool } from '@almanac/workers';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../../config';
import { CodePoints } from './code-points';
import type * as tasks from './font-tasks';
import { missingScripts } from './missing-scripts';

const TASKS = taskFile<typeof tasks>(require.resolve('./font-tasks'));

/**
 * The fonts of PDF files: letters of five scripts, and a subset of four Noto fonts with symbols and emoji without colours. The tables of the
 * font files tell which characters are missing, because the browser reports the first font of the list for a box as well.
 */
@Injectable()
export class PrintFonts {
  /** Packaged fonts, and those of the operator. */
  readonly folders: readonly string[];
  private readonly logger = new Logger(PrintFonts.name);
  private characters: Promise<CodePoints> | undefined;

  constructor(
    private readonly workers: WorkerPool,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.folders = [...packagedFonts(), ...settings.pdf.fontFolders];
  }

  /** The scripts of a text, and its symbols, that no font has. None when the fonts cannot be read now: a file is no worse without them. */
  async missingFor(text: string): Promise<string[]> {
    try {
      this.characters ??= this.read();
      const characters = await this.characters;
      return missingScripts(text, (code) => characters.has(code));
    } catch (failure) {
      this.characters = undefined;
      this.logger.error(failure);
      return [];
    }
  }

  private async read(): Promise<CodePoints> {
    const { executablePath } = this.settings.pdf;
    const characters = new CodePoints();
    for (const folder of await chromiumFontFolders({ executablePath, fontFolders: this.folders }))
      for (const file of await filesIn(folder)) characters.addAll(await this.workers.run(TASKS, 'charactersOf', file));
    return characters;
  }
}

/** All files below a folder, links to files included. A folder that does not exist has none. */
async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files = names.map((name) => path.join(folder, name));
  const kinds = await Promise.all(files.map((file) => stat(file).catch(() => undefined)));
  return files.filter((_, place) => kinds[place]?.isFile());
}

const FAMILIES: Record<string, readonly string[]> = {
  'noto-sans': ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic'],
  'noto-sans-mono': ['400Regular', '700Bold'],
  'noto-sans-arabic': ['400Regular', '700Bold'],
  'noto-sans-devanagari': ['400Regular', '700Bold'],
};

/** Made by `tools/fonts/symbol-fonts.sh`. */
const SYMBOLS = path.join(__dirname, 'symbols');

/** Folders of the packaged fonts: Latin, Cyrillic, Greek, Arabic, Devanagari, symbols and emoji. */
const packagedFonts = (): string[] => [
  ...Object.entries(FAMILIES).flatMap(([family, styles]) => {
    const folder = path.dirname(require.resolve(`@expo-google-fonts/${family}/package.json`));
    return styles.map((style) => path.join(folder, style));
  }),
  SYMBOLS,
];
