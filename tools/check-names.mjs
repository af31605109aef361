import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';

const isChecked = (file) => /^(server|web|shared)\/src\/.*\.tsx?$/.test(file) && !/\.(test|spec)\.tsx?$/.test(file);

/** What an operation may begin with: the usual ones, and verbs of what schools do. */
const operationVerbs = new Set(
  `accept answer authorize cancel change check claim close compare complete confirm continue create delete disable dismiss
  download explain export finish freeze get install issue link list log mark match offer open pack pause pay preview purge rate
  reauthenticate receive reclaim reconcile record redeem register renew reorder repair report request reset restore resume retry
  reveal review roll run save search send sign solve split start stop stream suggest switch sync synthesize test transcribe
  translate try undo unfreeze unlink update upload verify write`.split(/\s+/),
);

/** Mean too much to head an exported function: say parse, find, load, present, or the verb of what is done. */
const vagueVerb = /^(read|take|show|keep|put|drop|give|note|touch|say)(?![a-z])/;

/** Name no type: say what it is a place, a part, a look … of. */
const vagueTypes = new Set(
  'Company Look Moment Offer Part Person Piece Place Reading Sight Story Thing Way Wish Words Work'.split(' '),
);

const camel = (name) => name.replaceAll(/_+(\w)/g, (_, letter) => letter.toUpperCase());
const isExported = (node) => node.modifiers?.some((one) => one.kind === ts.SyntaxKind.ExportKeyword) ?? false;
const isFunction = (node) => node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));

/** Exported functions of a statement, by name. */
function functionsOf(statement) {
  if (!isExported(statement)) return [];
  if (ts.isFunctionDeclaration(statement)) return statement.name ? [statement.name] : [];
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations
    .filter(({ name, initializer }) => ts.isIdentifier(name) && isFunction(initializer))
    .map(({ name }) => name);
}

const isType = (node) =>
  ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node);

/** Names of a source that the house does not use, each with its line, and the names of the types it exports. */
export function findNames(source, path = 'file.ts') {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const faults = [];
  const types = [];
  const report = (node, text) => {
    faults.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${text}`);
  };
  for (const statement of file.statements) {
    for (const name of functionsOf(statement))
      if (vagueVerb.test(name.text)) report(name, `${name.text}: say what it does (parse, find, load, present …)`);
    if (isType(statement) && statement.name) {
      if (vagueTypes.has(statement.name.text)) report(statement.name, `${statement.name.text}: say of what`);
      if (isExported(statement)) types.push(statement.name.text);
    }
  }
  const visit = (node) => {
    if (
      ts.isBindingElement(node) &&
      node.propertyName &&
      ts.isIdentifier(node.propertyName) &&
      ts.isIdentifier(node.name) &&
      node.propertyName.text.includes('_') &&
      camel(node.propertyName.text) === node.name.text
    )
      report(node, `${node.name.text}: a data field keeps its name ${node.propertyName.text}`);
    if (ts.isJsxAttribute(node) && /^\w*_\w*$/.test(node.name.getText()))
      report(node, `${node.name.text}: a prop is camelCase`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { faults, types };
}

/** Operations that begin with no verb of the list. */
export const findOperations = (source) =>
  [...source.matchAll(/export const (\w+) = contract\(/g)]
    .map(([, name]) => name)
    .filter((name) => !operationVerbs.has(name.match(/^[a-z]+/)?.[0] ?? ''));

/** What is wrong with the names in these sources (path to text). */
export function wrongNames(sources) {
  const places = new Map();
  const faults = [];
  for (const [path, source] of Object.entries(sources)) {
    const found = findNames(source, path);
    faults.push(...found.faults);
    for (const type of found.types) places.set(type, [...(places.get(type) ?? []), path]);
    if (path.startsWith('shared/src/contracts/'))
      faults.push(...findOperations(source).map((name) => `${path} ${name}: begin with a verb of the list`));
  }
  for (const [type, paths] of places)
    if (paths.length > 1) faults.push(`${type} is exported by ${paths.join(', ')}: a type has one place`);
  return faults;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n');
  const faults = wrongNames(
    Object.fromEntries(files.filter(isChecked).map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')])),
  );
  if (faults.length > 0)
    process.stdout.write(`Names that say too little, or what another says:\n${faults.join('\n')}\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
