import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { textsOf } from './check-wording.mjs';
import { inRoot, root } from './project.mjs';

/** The strings a type admits; null when there is no end of them. */
function stringsOf(type) {
  if (type.isUnion()) {
    const parts = type.types.map(stringsOf);
    return parts.includes(null) ? null : parts.flat();
  }
  return type.isStringLiteral() || type.isNumberLiteral() ? [String(type.value)] : null;
}

/** The keys an argument may be, by its type: also those of a template whose parts are known. */
function keysOf(argument, types) {
  if (!ts.isTemplateExpression(argument)) return stringsOf(types.getTypeAtLocation(argument)) ?? [];
  return argument.templateSpans.reduce(
    (keys, { expression, literal }) => {
      const parts = stringsOf(types.getTypeAtLocation(expression)) ?? [];
      return keys.flatMap((key) => parts.map((part) => key + part + literal.text));
    },
    [argument.head.text],
  );
}

/** Only these calls cost the types of what is called. */
const isNamedAsTranslator = (callee) => /\bt(?:ranslate)?$/.test(callee.getText());

/** What the sources of a program may translate, by the types, and `texts` lacks; with its place. */
export function missingKeys(program, texts) {
  const types = program.getTypeChecker();
  return program.getSourceFiles().flatMap((file) => {
    if (/\/node_modules\/|\.(?:test|fixture)\.tsx?$/.test(file.fileName)) return [];
    const missing = [];
    const visit = (node) => {
      if (
        ts.isCallExpression(node) &&
        isNamedAsTranslator(node.expression) &&
        types.getTypeAtLocation(node.expression).aliasSymbol?.name === 'Translate'
      ) {
        const place = `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
        const lacking = keysOf(node.arguments[0], types).filter((key) => !texts.has(key));
        missing.push(...lacking.map((key) => `${place}: "${key}" is in no catalogue`));
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
    return missing;
  });
}

function readTexts() {
  const folder = inRoot('shared/src/locales/zh-CN');
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.json'));
  const texts = files.flatMap((file) => textsOf(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'))));
  return new Set(texts.map(([key]) => key));
}

function programOf(project) {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: ({ messageText }) => console.error(messageText) };
  const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(inRoot(`${project}/tsconfig.json`), {}, host);
  return ts.createProgram(fileNames, options);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const texts = readTexts();
  const missing = ['web', 'server'].flatMap((project) => missingKeys(programOf(project), texts));
  process.stdout.write(missing.map((line) => `${line.replace(`${root}/`, '')}\n`).join(''));
  process.exitCode = missing.length > 0 ? 1 : 0;
}
