import ts from 'typescript';
import { KEPT_NAMES } from './kept-names';
import type { Structure, Source } from './sources';

/** Exported names that more than one file declares, with these files. Migrations are history: they keep the names of their time. */
export function namesDeclaredTwice({ sources }: Pick<Structure, 'sources'>): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const source of sources)
    if (source.name.endsWith('.ts') && !/\/migrations\/\d/.test(source.name))
      for (const name of exportedBy(source)) files.set(name, [...(files.get(name) ?? []), source.name]);
  return new Map([...files].filter(([, declared]) => declared.length > 1).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Those of them that are no listed exceptions, and the exceptions that are declared only once by now. */
export function newSecondNames(structure: Pick<Structure, 'sources'>): { twice: [string, string[]][]; once: string[] } {
  const twice = namesDeclaredTwice(structure);
  return {
    twice: [...twice].filter(([name]) => !KEPT_NAMES.has(name)),
    once: [...KEPT_NAMES].filter((name) => !twice.has(name)),
  };
}

/** Names that a file declares and exports; a type and a value of one name count once. */
function exportedBy({ name, text }: Source): Set<string> {
  const names = new Set<string>();
  for (const statement of ts.createSourceFile(name, text, ts.ScriptTarget.Latest).statements) {
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue;
    if (ts.isVariableStatement(statement)) {
      for (const declared of statement.declarationList.declarations)
        if (ts.isIdentifier(declared.name)) names.add(declared.name.text);
    } else if (
      ts.isClassDeclaration(statement) ||
      ts.isFunctionDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement) ||
      ts.isEnumDeclaration(statement)
    ) {
      if (statement.name) names.add(statement.name.text);
    }
  }
  return names;
}
