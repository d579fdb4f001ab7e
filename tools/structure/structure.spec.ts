import { fileCircles, folderCircles } from './circles';
import { namesDeclaredTwice, newSecondNames } from './names';
import { readStructure } from './sources';
import { unusedFiles } from './unused';

const structure = readStructure();

/** A code base of files that import each other as given. */
const built = (imports: Record<string, string[]>) => ({
  imports: new Map(Object.entries(imports).map(([file, others]) => [file, new Set(others)])),
});

describe('folders', () => {
  it('import each other in one direction', () => {
    expect(folderCircles(structure)).toEqual([]);
  });

  it.each([
    ['two subfolders', { 'a/x/1.ts': ['a/y/2.ts'], 'a/y/2.ts': [], 'a/y/3.ts': ['a/x/4.ts'], 'a/x/4.ts': [] }],
    ['own files and a subfolder', { 'a/1.ts': ['a/x/2.ts'], 'a/x/2.ts': ['a/3.ts'], 'a/3.ts': [] }],
    ['three subfolders', { 'a/x/1.ts': ['a/y/1.ts'], 'a/y/1.ts': ['a/z/1.ts'], 'a/z/1.ts': ['a/x/2.ts'] }],
  ])('that do not are found: %s', (_, imports) => {
    expect(folderCircles(built(imports)).map(({ folder }) => folder)).toEqual(['a']);
  });

  it('may be put together by their module', () => {
    expect(folderCircles(built({ 'a/a.module.ts': ['a/x/2.ts'], 'a/x/2.ts': ['a/3.ts'], 'a/3.ts': [] }))).toEqual([]);
  });
});

describe('files', () => {
  it('import each other in one direction', () => {
    expect(fileCircles(structure)).toEqual([]);
    expect(fileCircles(built({ 'a/1.ts': ['b/2.ts'], 'b/2.ts': ['c/3.ts'], 'c/3.ts': ['a/1.ts'] }))).toHaveLength(1);
  });

  it('are used by a program', () => {
    expect(unusedFiles(structure)).toEqual([]);
    const unused = { name: 'libs/a/src/nobody-needs-me.ts', text: '', lines: 0 };
    expect(unusedFiles({ ...structure, sources: [...structure.sources, unused] })).toEqual([unused.name]);
  });
});

describe('exported names', () => {
  it('mean one thing each, but for the listed exceptions', () => {
    expect(newSecondNames(structure)).toEqual({ twice: [], once: [] });
  });

  it('that mean two things are found', () => {
    const text = 'export interface Two {}\nexport const Two = 1;\nexport const one = 2;\n';
    const sources = ['a.ts', 'b.ts'].map((name) => ({
      name,
      text: name === 'a.ts' ? text : 'export class Two {}',
      lines: 1,
    }));
    expect([...namesDeclaredTwice({ sources })]).toEqual([['Two', ['a.ts', 'b.ts']]]);
  });
});
