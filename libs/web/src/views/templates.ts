import { existsSync } from 'node:fs';
import path from 'node:path';
import { Eta } from 'eta';

const EXTENSION = '.eta';

/** The functions of every template, also of one that is included with data of its own. */
const FUNCTIONS = 'const named = (name) => this.named(name); const nameOf = (name) => this.nameOf(name);';

/** Templates in several folders. A name such as `/templates/layout` means the first folder that has such a file. */
export class Templates extends Eta {
  private readonly files = new Map<string, string>();

  constructor(private readonly folders: readonly string[]) {
    super({ cache: true, autoEscape: true, functionHeader: FUNCTIONS });
  }

  readonly nameOf = nameOf;

  /** A name as HTML, with a direction of its own, so that it does not turn the words around it. */
  readonly named = (name: string): string => `<bdi>${this.config.escapeFunction(nameOf(name))}</bdi>`;

  // Eta calls it for each include of each rendering, so the results are cached.
  override resolvePath = (name: string): string => {
    const cached = this.files.get(name);
    if (cached !== undefined) return cached;
    const file = this.folders.map((folder) => path.join(folder, `${name}${EXTENSION}`)).find((one) => existsSync(one));
    if (file === undefined) throw new Error(`There is no template ${name}`);
    this.files.set(name, file);
    return file;
  };
}

/** A letter, digit or sign that takes ink. */
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\p{Cf}\u2800]/u;

/** The name as a page shows it. A name of spaces and invisible characters could be neither read nor pressed. */
export const nameOf = (name: string): string => (VISIBLE.test(name) ? name : 'Untitled');
