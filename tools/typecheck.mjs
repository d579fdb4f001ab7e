// Checks the types of one project and of the files that it imports: `node tools/typecheck.mjs libs/auth`. `npm run typecheck` checks all.
// tsc takes a folder only from a tsconfig.json inside it, which editors and ESLint would then use instead of the one at the root.
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '..');
const [project] = process.argv.slice(2);
if (!project) throw new Error('usage: node tools/typecheck.mjs <project folder>');

const parsed = ts.getParsedCommandLineOfConfigFile(
  path.join(root, 'tsconfig.json'),
  { tsBuildInfoFile: path.join(root, `node_modules/.cache/typecheck-${project.replaceAll('/', '-')}.tsbuildinfo`) },
  {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (fault) => {
      throw new Error(ts.flattenDiagnosticMessageText(fault.messageText, '\n'));
    },
  },
);
const rootNames = parsed.fileNames.filter((file) => file.startsWith(`${path.join(root, project)}/`));
const program = ts.createIncrementalProgram({ rootNames, options: parsed.options });
const faults = [
  ...program.getConfigFileParsingDiagnostics(),
  ...program.getGlobalDiagnostics(),
  ...program.getSyntacticDiagnostics(),
  ...program.getSemanticDiagnostics(),
];
program.emit(); // only the build information
if (faults.length > 0) {
  console.error(ts.formatDiagnosticsWithColorAndContext(faults, ts.createCompilerHost(parsed.options)));
  process.exitCode = 1;
}
