import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { root } from './project.mjs';

/** Tests that measure or wait on purpose; none of them judges by seconds. */
const exempt = {
  'e2e/form.spec.ts': 'an editor moves its caret after a frame and tells nobody',
  'e2e/talk-devices.deep.spec.ts': 'a page in the background says nothing; what must not happen is given time to',
  'server/src/features/ai/talk/bars.deep.test.ts':
    'prints times and processor beside a relay’s; demands events, statements and texts',
  'server/src/features/ai/talk/reconnect.deep.test.ts': 'cuts connections at random moments',
  'server/src/features/ai/talk/storm.deep.test.ts': 'cuts connections at random moments',
  'server/src/outage.deep.test.ts': 'lets an outage last longer than a minute',
};

const isTest = (file) => /\.(?:test|spec|fixture)\.(?:tsx?|mjs)$/.test(file);
/** Only these files are parsed, which saves most of the time. */
const maybe = /performance|hrtime|cpuUsage|cpuSeconds|treeSeconds|[tT]imeout|Date\.now\(\) -/;
/** A limit below this fails on a busy machine, so it is a verdict. */
const timeoutMs = 120_000;

/** A number of milliseconds, or a constant whose name says its unit. */
const isSpan = (node) =>
  ts.isNumericLiteral(node) ||
  (ts.isIdentifier(node) && /(?:Ms|_MS)$/.test(node.text)) ||
  (ts.isParenthesizedExpression(node) && isSpan(node.expression)) ||
  (ts.isBinaryExpression(node) && isSpan(node.right) && !ts.isCallExpression(node.left));

const isShort = (node) => node && ts.isNumericLiteral(node) && Number(node.text) < timeoutMs;

const measures = /^(?:performance\.now|process\.(?:hrtime|cpuUsage)|hrtime\.bigint)$/;

const isMeasurement = (node) => measures.test(node.getText()) || node.name.text === 'waitForTimeout';

const isSleepImport = (node) =>
  node.moduleSpecifier.text === 'node:timers/promises' &&
  /\bsetTimeout\b/.test(node.importClause?.namedBindings?.getText() ?? '');

function isHasty({ expression, arguments: values }) {
  const name = expression.getText();
  if (/^(?:cpu|tree)Seconds$/.test(name)) return true;
  if (/\.setDefault(?:Navigation)?Timeout$/.test(name)) return isShort(values[0]);
  return name === 'setTimeout' && values[1] !== undefined && values[1].getText() !== '0';
}

const isElapsed = ({ left, operatorToken, right }) =>
  operatorToken.kind === ts.SyntaxKind.MinusToken && left.getText() === 'Date.now()' && !isSpan(right);

const isClock = (node) =>
  (ts.isPropertyAccessExpression(node) && isMeasurement(node)) ||
  (ts.isImportDeclaration(node) && isSleepImport(node)) ||
  (ts.isPropertyAssignment(node) && node.name.getText() === 'timeout' && isShort(node.initializer)) ||
  (ts.isCallExpression(node) && isHasty(node)) ||
  (ts.isBinaryExpression(node) && isElapsed(node));

/** Where a test reads the clock to judge, sleeps, or gives up before a busy machine is done, as `line: text`. */
export function clocksIn(source, path = 'file.test.ts') {
  if (!maybe.test(source)) return [];
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const clocks = [];
  const visit = (node) => {
    if (isClock(node))
      clocks.push(`${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${node.getText().slice(0, 80)}`);
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return clocks;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const tests = listed.split('\n').filter((file) => isTest(file) && !(file in exempt));
  const clocks = tests.flatMap((file) =>
    clocksIn(readFileSync(`${root}/${file}`, 'utf8'), file).map((clock) => `${file}:${clock}`),
  );
  for (const clock of clocks)
    process.stdout.write(`${clock}: count steps, poll for what is awaited, or move the clock of the context\n`);
  process.exitCode = clocks.length > 0 ? 1 : 0;
}
