import { readFileSync } from 'node:fs';
import { newDraft } from '../shared/src/domain/forge/draft.ts';
import { draftProblems } from '../server/src/features/developments/forge/draft-problems.ts';
import { planResource } from '../server/src/features/developments/forge/plan-resource.ts';
import { openProject, writeFiles } from '../server/src/features/developments/forge/project.ts';
import { readDraft } from '../server/src/features/developments/forge/read-draft.ts';
import { findProjectRoot } from '../server/src/project-root.ts';

// npm run make:resource <name>: creates a definition to fill in, its wording files, its line in the registry, and its entries
// in the lists of the logs. With a description, as the developer area writes one, everything: npm run make:resource <file.json>.
const argument = process.argv[2] ?? '';
const isDescribed = argument.endsWith('.json');
const draft = isDescribed ? readDraft(JSON.parse(readFileSync(argument, 'utf8'))) : newDraft(argument);
if (draft.has_table) throw new Error('For a table that exists, use the developer area: it knows the database.');

// Words are written afterwards where there is no description.
const problems = draftProblems(draft).filter(({ reason }) => isDescribed || reason !== 'words');
if (problems.length > 0)
  throw new Error(
    `usage: npm run make:resource <plural-kebab-case-name>\n${problems.map(({ place, reason }) => `${place}: ${reason}`).join('\n')}`,
  );
const project = openProject(findProjectRoot());
const files = await planResource(project, draft, { without_table: !isDescribed });
const replaced = files.find(({ path, before }) => before !== null && path.includes(`/${draft.name}.`));
if (replaced) throw new Error(`${replaced.path} exists already.`);
writeFiles(project, files);
const next = isDescribed
  ? 'npm run check'
  : `fill it in, write its words (find "": in the catalogues), then npm run db:draft ${draft.name}`;
process.stdout.write(`${files.map(({ path }) => path).join('\n')}\nNext: ${next}\n`);
