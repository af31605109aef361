import type { CodePreview } from '@kaike/shared/contracts/system/code-generation';
import type { DraftProblem } from '@kaike/shared/domain/system/forge/draft';
import { resources } from '@kaike/shared/resources/index';
import { assert } from '../../../../core/app-error.ts';
import type { Context } from '../../../../core/context.ts';
import { difference } from './difference.ts';
import { draftProblems, fieldProblems } from './draft-problems.ts';
import { planField } from './plan-field.ts';
import { planResource } from './plan-resource.ts';
import { hashOf, openProject, writeFiles, type PlannedFile } from './project.ts';
import { parseDraft, parseFieldDraft } from './parse-draft.ts';
import { findTable } from './find-table.ts';

/** Files that others list; of a new resource, the other files are its own. */
const isShared = (path: string): boolean => /(tables|index|logs|down-log)\.(ts|json)$/.test(path);

type Plan = { problems: DraftProblem[]; files: PlannedFile[]; isReplaced: (file: PlannedFile) => boolean };

export async function planNew(ctx: Context, raw: unknown): Promise<Plan> {
  const project = openProject(ctx.config.project_root);
  const draft = parseDraft(raw);
  const problems = draftProblems(draft);
  const table = draft.name.replaceAll('-', '_');
  const existing = problems.length === 0 ? await findTable(ctx.db, table) : null;
  if (problems.length === 0 && draft.has_table !== (existing !== null))
    problems.push({ place: 'name', reason: draft.has_table ? 'no_table' : 'has_table' });
  return {
    problems,
    files: problems.length > 0 ? [] : await planResource(project, draft, { existing }),
    isReplaced: ({ path, before }) => before !== null && !isShared(path),
  };
}

export async function planChange(ctx: Context, name: string, raw: unknown): Promise<Plan> {
  const project = openProject(ctx.config.project_root);
  const definition = resources.find((one) => one.name === name);
  assert(definition, 'request.not_found');
  const isView = ctx.resources.get(name).behaviour.read_from !== undefined;
  assert(!isView, 'developments.not_understood', { params: { path: definition.table } });
  const draft = parseFieldDraft(raw);
  const problems = fieldProblems(draft, 'fields.0');
  return {
    problems,
    files: problems.length > 0 ? [] : await planField(project, definition, draft),
    isReplaced: () => false,
  };
}

export const presentPlan = ({ problems, files, isReplaced }: Plan): CodePreview => ({
  problems,
  files: files.map((file) => ({
    path: file.path,
    state: file.before === null ? 'new' : isReplaced(file) ? 'replaced' : 'changed',
    lines: difference(file.before, file.after),
  })),
  hash: files.length > 0 ? hashOf(files) : '',
});

/** Writes the files of a plan that was previewed. */
export function writePlan(
  ctx: Context,
  { problems, files, isReplaced }: Plan,
  confirmation: { hash: string; may_replace?: boolean | null | undefined },
) {
  assert(problems.length === 0, 'developments.draft');
  // Contents before and after are in the hash: whatever changed since it was shown is shown again.
  assert(hashOf(files) === confirmation.hash, 'developments.changed_since');
  assert(confirmation.may_replace === true || !files.some(isReplaced), 'developments.replaces');
  writeFiles(openProject(ctx.config.project_root), files);
  return { files: files.map(({ path }) => path) };
}
