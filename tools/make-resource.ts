import { readFileSync } from 'node:fs';
import { findResource } from '../shared/src/resources/index.ts';
import { newDraft } from '../shared/src/domain/system/forge/draft.ts';
import { draftProblems } from '../server/src/features/system/developer-area/forge/draft-problems.ts';
import { planResource } from '../server/src/features/system/developer-area/forge/plan-resource.ts';
import { planWords } from '../server/src/features/system/developer-area/forge/words/plan-words.ts';
import { openProject, writeFiles } from '../server/src/features/system/developer-area/forge/project.ts';
import { parseDraft } from '../server/src/features/system/developer-area/forge/parse-draft.ts';
import { translatorOf } from '../server/src/core/wording.ts';
import { findProjectRoot } from '../server/src/project-root.ts';

// npm run make:resource <name>: creates a definition to fill in, its wording files, its line in the registry, and its entries
// in the lists of the logs. Of a definition that exists: adds what its wording files lack. With a description, as the developer
// area writes one, everything: npm run make:resource <file.json>.
const usage = 'usage: npm run make:resource <plural-kebab-case-name>, such as partner-schools';
const argument = process.argv[2] ?? '--help';
if (argument === '--help') {
  process.stdout.write(`${usage}
The first time it creates the definition and its catalogues; again, it adds to the catalogues what the definition needs by now.\n`);
  process.exit();
}
const project = openProject(findProjectRoot());
const isDescribed = argument.endsWith('.json');
const draft = isDescribed ? parseDraft(JSON.parse(readFileSync(argument, 'utf8'))) : newDraft(argument);

const sayAndEnd = (text: string): never => {
  process.stderr.write(`${text}\n`);
  return process.exit(1);
};

const existing = findResource(argument);
const lacking = existing ? planWords(project, existing) : [];
if (lacking.length > 0) {
  writeFiles(project, lacking);
  process.stdout.write(`${lacking.map(({ path }) => path).join('\n')}\nNext: write the words that are "" there.\n`);
  process.exit();
}

if (existing) {
  process.stdout.write(`The resource ${argument} exists, and its catalogues lack nothing.\n`);
  process.exit();
}

// Words are written afterwards where there is no description.
const problems = draftProblems(draft).filter(({ reason }) => isDescribed || reason !== 'words');
const t = translatorOf('en');
const sentences = problems.map(({ place, reason }) => `${place}: ${t(`forge.reasons.${reason}`)}`);
if (draft.has_table)
  sentences.push('has_table: for a table that exists, use the developer area: it knows the database');
if (sentences.length > 0) sayAndEnd(`${sentences.join('\n')}\n${usage}`);
const files = await planResource(project, draft, { without_table: !isDescribed });
const replaced = files.find(({ path, before }) => before !== null && path.includes(`/${draft.name}.`));
if (replaced) sayAndEnd(`${replaced.path} exists already.`);
writeFiles(project, files);
const next = isDescribed
  ? 'npm run check'
  : `fill it in, then npm run db:draft ${draft.name}, and npm run make:resource ${draft.name} again: it adds the words of your fields and choices to the catalogues.
Words to write are "" there. Then npx vitest run --project server src/kit/conformance.test.ts -t ${draft.name}`;
process.stdout.write(`${files.map(({ path }) => path).join('\n')}\nNext: ${next}\n`);
