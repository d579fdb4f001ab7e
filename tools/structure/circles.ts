import path from 'node:path';
import type { Structure } from './sources';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Files that put the folder they lie in together: they import all of it, and nothing in it needs them. */
const PUTS_TOGETHER = /(\.module|\/index|\/main|\/start|\/commands|\/data-source)\.ts$/;
const OWN_FILES = '(own files)';

/** A folder whose parts import each other, with the files that do. */
export interface FolderCircle {
  folder: string;
  /** Its subfolders, and `(own files)` for the files that lie directly in it. */
  parts: readonly string[];
  /** `from <- imported` within the circle. */
  imports: readonly string[];
}

/** Folders whose subfolders, or own files and subfolders, import each other in a circle. An import of a type counts. */
export function folderCircles({ imports }: Pick<Structure, 'imports'>): FolderCircle[] {
  return foldersOf(imports.keys()).flatMap((folder) => {
    const part = (file: string) => {
      const [first = '', ...rest] = file.slice(folder.length + 1).split('/');
      return rest.length === 0 ? OWN_FILES : first;
    };
    const arrows = [...imports]
      .filter(([file]) => file.startsWith(`${folder}/`))
      .filter(([file]) => part(file) !== OWN_FILES || !PUTS_TOGETHER.test(file))
      .flatMap(([file, others]) => [...others].map((other) => ({ file, other })))
      .filter(({ file, other }) => other.startsWith(`${folder}/`) && part(file) !== part(other))
      .map((arrow) => ({ ...arrow, from: part(arrow.file), to: part(arrow.other) }));
    const graph = new Map<string, Set<string>>();
    for (const { from, to } of arrows) graph.set(from, (graph.get(from) ?? new Set()).add(to));
    return circlesIn(graph).map((parts) => ({
      folder,
      parts,
      imports: arrows
        .filter(({ from, to }) => parts.includes(from) && parts.includes(to))
        .map(({ file, other }) => `${file} <- ${other}`),
    }));
  });
}

/** Files that import each other, directly or by others. */
export const fileCircles = ({ imports }: Pick<Structure, 'imports'>): string[][] => circlesIn(imports);

function foldersOf(files: Iterable<string>): string[] {
  const folders = new Set<string>();
  for (const file of files)
    for (let folder = path.dirname(file); folder !== '.'; folder = path.dirname(folder)) folders.add(folder);
  return [...folders].sort();
}

/** The circles of a graph: sets of nodes that reach each other (Tarjan). */
function circlesIn(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const lowOf = (node: string) => low.get(node) ?? Infinity;
  const visit = (node: string): void => {
    order.set(node, order.size);
    low.set(node, order.size - 1);
    open.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (open.includes(next)) low.set(node, Math.min(lowOf(node), lowOf(next)));
    }
    if (low.get(node) !== order.get(node)) return;
    const circle = open.splice(open.indexOf(node)).sort();
    if (circle.length > 1) circles.push(circle);
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return circles;
}
