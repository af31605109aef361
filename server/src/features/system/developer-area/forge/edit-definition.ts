import type ts from 'typescript';
import type { FieldDraft } from '@kaike/shared/domain/system/forge/draft';
import { AppError, assert } from '../../../../core/app-error.ts';
import { defineField } from './define.ts';
import { printField } from './print.ts';

type Compiler = typeof ts;
type Insertion = { at: number; text: string };

/** Loaded when it is needed: nothing else of the server needs a compiler, and an installation has none. */
async function loadCompiler(): Promise<Compiler> {
  const loaded = await import('typescript').catch(() => null);
  assert(loaded, 'developments.no_source');
  return loaded.default;
}

const refuse = (path: string): AppError => new AppError('developments.not_understood', { params: { path } });

/** The object literal that the only `defineResource` of a file takes. */
function definitionIn(compiler: Compiler, file: ts.SourceFile): ts.ObjectLiteralExpression | undefined {
  const calls: ts.ObjectLiteralExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (compiler.isCallExpression(node) && node.expression.getText(file) === 'defineResource') {
      const [argument] = node.arguments;
      if (argument && compiler.isObjectLiteralExpression(argument)) calls.push(argument);
    }
    compiler.forEachChild(node, visit);
  };
  visit(file);
  return calls.length === 1 ? calls[0] : undefined;
}

const propertyOf = (compiler: Compiler, object: ts.Expression | undefined, name: string): ts.Expression | undefined => {
  if (!object || !compiler.isObjectLiteralExpression(object)) return undefined;
  const property = object.properties.find((one) => one.name !== undefined && nameOf(compiler, one.name) === name);
  return property && compiler.isPropertyAssignment(property) ? property.initializer : undefined;
};

const nameOf = (compiler: Compiler, name: ts.PropertyName): string =>
  compiler.isIdentifier(name) || compiler.isStringLiteral(name) ? name.text : '';

/** Columns that stay at the end of a list. */
const isLast = (name: string): boolean => name === 'created_at' || name === 'updated_at';

/** Puts a name into a list of literals, before the times at its end. */
function insertName(compiler: Compiler, list: ts.Expression | undefined, key: string): Insertion | null {
  if (!list || !compiler.isArrayLiteralExpression(list)) return null;
  const elements = [...list.elements];
  if (!elements.every((element) => compiler.isStringLiteral(element))) return null;
  const next = elements.find((element) => compiler.isStringLiteral(element) && isLast(element.text));
  if (next) return { at: next.getStart(), text: `'${key}', ` };
  const last = elements.at(-1);
  return last ? { at: last.end, text: `, '${key}'` } : { at: list.getStart() + 1, text: `'${key}'` };
}

function insertField(compiler: Compiler, fields: ts.Expression | undefined, draft: FieldDraft): Insertion | null {
  if (!fields || !compiler.isObjectLiteralExpression(fields)) return null;
  const names = fields.properties.map((one) => (one.name ? nameOf(compiler, one.name) : ''));
  assert(!names.includes(draft.key), 'developments.field_exists');
  const next = fields.properties[names.findIndex(isLast)];
  const text = `${draft.key}: ${printField(defineField(draft))},\n`;
  if (next) return { at: next.getStart(), text };
  return { at: fields.end - 1, text };
}

/** A list that the definition has not yet is added behind its columns. */
function insertPlace(
  compiler: Compiler,
  { list, name, key }: { list: ts.Expression | undefined; name: string; key: string },
): Insertion | null {
  const names = propertyOf(compiler, list, name);
  if (names) return insertName(compiler, names, key);
  const columns = propertyOf(compiler, list, 'columns');
  return columns ? { at: columns.end, text: `, ${name}: ['${key}']` } : null;
}

function insertIntoForm(compiler: Compiler, form: ts.Expression | undefined, draft: FieldDraft): Insertion | null {
  if (!form || !compiler.isArrayLiteralExpression(form)) return null;
  const group = form.elements.find((element) => {
    const name = propertyOf(compiler, element, 'group');
    return name !== undefined && compiler.isStringLiteral(name) && name.text === draft.group;
  });
  return insertName(compiler, propertyOf(compiler, group, 'fields'), draft.key);
}

const listNames = { filter: 'filters', search: 'search', sort: 'sort' } as const;

/** A definition with one field more, still to be formatted; refused where it is not written as literals. */
export async function addFieldToSource(text: string, path: string, draft: FieldDraft): Promise<string> {
  const compiler = await loadCompiler();
  const file = compiler.createSourceFile(path, text, compiler.ScriptTarget.Latest, true);
  const definition = definitionIn(compiler, file);
  const list = propertyOf(compiler, definition, 'list');
  const transfer = propertyOf(compiler, definition, 'transfer');
  const { key, places, group } = draft;
  const insertions = [
    insertField(compiler, propertyOf(compiler, definition, 'fields'), draft),
    ...places.map((place) => {
      if (place === 'list') return insertName(compiler, propertyOf(compiler, list, 'columns'), key);
      if (place === 'export' || place === 'import')
        return insertName(compiler, propertyOf(compiler, transfer, place), key);
      return insertPlace(compiler, { list, name: listNames[place], key });
    }),
    ...(group === '' ? [] : [insertIntoForm(compiler, propertyOf(compiler, definition, 'form'), draft)]),
  ];
  let next = text;
  const resolved = insertions.filter((one) => one !== null);
  if (resolved.length < insertions.length) throw refuse(path);
  // From the end, so that the places before stay where they are.
  for (const { at, text: part } of resolved.toSorted((left, right) => right.at - left.at))
    next = next.slice(0, at) + part + next.slice(at);
  return next;
}
