import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { analyse } from 'scslre';
import ts from 'typescript';
import { root } from './project.mjs';

const folders = ['shared/src', 'server/src', 'web/src', 'web/public', 'plugins'];

/** Patterns whose work grows faster than their input, and why that input is short. */
const bounded = {
  'server/src/adapters/wechat/push-xml.ts': 'a push of WeChat has at most 64 KB and a checked signature',
  'server/src/db/types/table-types.ts': 'names of types that the database prints, on a developer’s machine',
  'server/src/features/ai/corrections/tokens.ts': 'one sentence of a text that was cut to maxCharacters',
  'server/src/features/ai/moderation/check/contacts.ts': 'a line of a talk, at most 2,000 characters',
  'server/src/features/ai/talk/prompt/write-prompt.ts': 'a template of the school, at most 8,000 characters',
  'server/src/features/ai/talk/stream/split-sentences.ts': 'one reply of a talk',
  'server/src/features/ai/talk/turns/write-reply.ts': 'one piece of a reply',
  'server/src/features/ai/talk/words/lemma.ts': 'one word of a talk',
  'server/src/features/auth/login/passwords/check-new-password.ts': 'a password, at most 200 characters',
  'server/src/features/system/developer-area/forge/lists.ts': 'files of this repository, on a developer’s machine',
  'server/src/features/system/developer-area/list-wording.ts': 'files of this repository, on a developer’s machine',
  'shared/src/kit/sheet-heads.ts': 'one head of a sheet',
  'shared/src/kit/wording.ts': 'texts of the catalogues',
  'web/src/areas/error-reports.ts': 'the address of a script of this site',
  'web/src/features/office/dashboard/first-run/first-run.tsx': 'a line that this product prints',
  'web/src/ui/cover/title.ts': 'the title of a course',
};

const isSource = (file) => /\.(?:ts|tsx|js|mjs)$/.test(file) && !/\.(?:test|fixture)\.tsx?$/.test(file);

/** Regular expressions of a source whose work can grow faster than their input, as `line: pattern`. */
export function slowPatterns(source, path = 'file.ts') {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest);
  const slow = [];
  const visit = (node) => {
    if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) {
      const end = node.text.lastIndexOf('/');
      const { reports } = analyse({ source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
      if (reports.length > 0) slow.push(`${file.getLineAndCharacterOfPosition(node.end).line + 1}: ${node.text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return slow;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
    cwd: root,
    encoding: 'utf8',
  });
  const slow = files
    .split('\n')
    .filter((file) => isSource(file))
    .map((file) => [file, slowPatterns(readFileSync(`${root}/${file}`, 'utf8'), file)])
    .filter(([, patterns]) => patterns.length > 0);
  const unlisted = slow.filter(([file]) => !(file in bounded));
  const needless = Object.keys(bounded).filter((file) => !slow.some(([one]) => one === file));
  for (const [file, patterns] of unlisted)
    for (const pattern of patterns)
      process.stdout.write(`${file}:${pattern} can take longer than in proportion to its input\n`);
  for (const file of needless) process.stdout.write(`${file} has no such pattern: take it off the list\n`);
  process.exitCode = unlisted.length + needless.length > 0 ? 1 : 0;
}
