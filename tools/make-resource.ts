import { readFileSync } from 'node:fs';
import { newDraft } from '../shared/src/domain/forge/draft.ts';
import { draftProblems } from '../server/src/features/developments/forge/draft-problems.ts';
import { planResource } from '../server/src/features/developments/forge/plan-resource.ts';
import { openProject, writeFiles } from '../server/src/features/developments/forge/project.ts';
import { readDraft } from '../server/src/features/developments/forge/read-draft.ts';
import { translatorOf } from '../server/src/core/wording.ts';
import { findProjectRoot } from '../server/src/project-root.ts';

// npm run make:resource <name>: creates a definition to fill in, its wording files, its line in the registry, and its entries
// in the lists of the logs. With a description, as the developer area writes one, everything: npm run make:resource <file.json>.
const argument = process.argv[2] ?? '';
const isDescribed = argument.endsWith('.json');
const draft = isDescribed ? readDraft(JSON.parse(readFileSync(argument, 'utf8'))) : newDraft(argument);

const sayAndEnd = (text: string): never => {
  process.stderr.write(`${text}\n`);
  return process.exit(1);
};

// Words are written afterwards where there is no description.
const problems = draftProblems(draft).filter(({ reason }) => isDescribed || reason !== 'words');
const t = translatorOf('en');
const sentences = problems.map(({ place, reason }) => `${place}: ${t(`forge.reasons.${reason}`)}`);
if (draft.has_table)
  sentences.push('has_table: for a table that exists, use the developer area: it knows the database');
if (sentences.length > 0)
  sayAndEnd(`${sentences.join('\n')}\nusage: npm run make:resource <plural-kebab-case-name>, such as partner-schools`);
const project = openProject(findProjectRoot());
const files = await planResource(project, draft, { without_table: !isDescribed });
const replaced = files.find(({ path, before }) => before !== null && path.includes(`/${draft.name}.`));
if (replaced) sayAndEnd(`${replaced.path} exists already.`);
writeFiles(project, files);
const next = isDescribed
  ? 'npm run check'
  : `fill it in, then npm run db:draft ${draft.name}. Words to write are "" in the catalogues; those of fields and choices that you add are named by
npx vitest run --project server src/kit/conformance.test.ts -t ${draft.name}`;
process.stdout.write(`${files.map(({ path }) => path).join('\n')}\nNext: ${next}\n`);
