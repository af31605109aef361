import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';

const isChecked = (file) => /^server\/src\/.*\.ts$/.test(file) && !/\.(test|fixture)\.ts$/.test(file);
/** Only these files are parsed, which saves most of the time. */
const maybe = /\broute\.\w+\(|\bdeveloperRoute\(/;

const kebab = (name) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();

/** The contract and the handler of a declared route, or null. */
function partsOf(node) {
  if (!ts.isCallExpression(node)) return null;
  const [contract, options] = node.arguments;
  const { expression: callee } = node;
  if (ts.isIdentifier(callee) && callee.text === 'developerRoute') return { contract, handler: options };
  const isRoute =
    ts.isPropertyAccessExpression(callee) && ts.isIdentifier(callee.expression) && callee.expression.text === 'route';
  if (!isRoute || !options || !ts.isObjectLiteralExpression(options)) return null;
  const property = options.properties.find(
    (one) => one.name && ts.isIdentifier(one.name) && one.name.text === 'handler',
  );
  return { contract, handler: property && ts.isPropertyAssignment(property) ? property.initializer : property };
}

/** The file names (without folder and `.ts`) that the imports of a source come from, by local name. */
function importsOf(file) {
  const names = new Map();
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const { namedBindings: bindings } = statement.importClause ?? {};
    if (bindings && ts.isNamedImports(bindings))
      for (const { name } of bindings.elements)
        names.set(name.text, statement.moduleSpecifier.text.split('/').at(-1).replace(/\.ts$/, ''));
  }
  return names;
}

/** What is wrong with the names of a route, or null. What is declared for every resource has no contract of its own. */
function faultOf({ contract, handler }, imports) {
  if (ts.isIdentifier(contract))
    return imports.has(contract.text) ? `${contract.text}: import the contracts as a namespace` : null;
  if (!ts.isPropertyAccessExpression(contract)) return null;
  const operation = contract.name.text;
  const inner = handler && ts.isCallExpression(handler) ? handler.arguments[0] : handler;
  const name = inner && ts.isIdentifier(inner) ? inner.text : null;
  if (name !== operation) return `${operation}: its handler is ${name ?? 'written in the route'}`;
  const from = imports.get(name);
  if (from === undefined) return `${operation}: its handler has no file of its own`;
  const isRight = from === kebab(operation) || from === 'public';
  return isRight ? null : `${operation}: its handler stands in ${from}.ts, not in ${kebab(operation)}.ts`;
}

/**
 * Routes of a source whose operation has more than one name, with the line of each: contract, handler and the file of the
 * handler are called alike. A handler may be wrapped (`readable(listNotes)`); `public.ts` of another feature may pass it on.
 */
export function findOtherNames(source, path = 'file.ts') {
  if (!maybe.test(source)) return [];
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const imports = importsOf(file);
  const faults = [];
  const visit = (node) => {
    ts.forEachChild(node, visit);
    const parts = partsOf(node);
    const fault = parts?.contract ? faultOf(parts, imports) : null;
    if (fault !== null) faults.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${fault}`);
  };
  visit(file);
  return faults;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'server/src'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n');
  const faults = files
    .filter(isChecked)
    .flatMap((file) => findOtherNames(readFileSync(`${root}/${file}`, 'utf8'), file));
  if (faults.length > 0)
    process.stdout.write(`An operation has one name: contract = handler = file.\n${faults.join('\n')}\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
