import type { Locale } from '@kaike/shared/locales/languages';
import { assert } from '../../../core/app-error.ts';
import type { Call } from '../../../core/call.ts';
import { inReadersScript } from '../../../core/chinese/chinese-script.ts';
import type { Context } from '../../../core/context.ts';
import { shippedText } from '../../../core/wording.ts';
import { loadAiPeoples, loadAiScenes } from './reads/ai-teachers.read.ts';
import { cachedForMinute, sendCached } from './cached.ts';
import { loadApps, loadSubjects } from './reads/catalog.read.ts';

/** Rows of the public site that are the same for every visitor, and the key they are cached by. */
type ListSource<T> = { key: string; read: (ctx: Context) => Promise<T[]> };

export const subjectList = { key: 'subjects', read: ({ db }) => loadSubjects(db) } satisfies ListSource<unknown>;

export const appList = { key: 'apps', read: ({ db }) => loadApps(db) } satisfies ListSource<unknown>;

export const personList = (locale: Locale) =>
  ({ key: `ai-peoples ${locale}`, read: (ctx) => loadAiPeoples(ctx, locale) }) satisfies ListSource<unknown>;

export const sceneList = (locale: Locale) =>
  ({
    key: `ai-scenes ${locale}`,
    read: async (ctx) =>
      inReadersScript(
        locale,
        (await loadAiScenes(ctx)).map((scene) => ({ ...scene, name: shippedText(scene.name, locale) })),
      ),
  }) satisfies ListSource<unknown>;

const rowsOf = <T>({ ctx }: Pick<Call, 'ctx'>, { key, read }: ListSource<T>): Promise<T[]> =>
  cachedForMinute(ctx, key, () => read(ctx));

export const sendList = <T>(call: Call, source: ListSource<T>) =>
  sendCached(call, source.key, async () => ({ data: await rowsOf(call, source) }));

/** The row; refused as not found if there is none. */
export function requireRow<T>(row: T | null | undefined): T {
  assert(row, 'record.not_found');
  return row;
}

/** The row of a list with this id. */
export const sendRow = <T extends { id: number }>(
  call: Call<Call['actor'], unknown, unknown, { id: number }>,
  source: ListSource<T>,
) =>
  sendCached(call, `${source.key} ${call.params.id}`, async () => ({
    row: requireRow((await rowsOf(call, source)).find((row) => row.id === call.params.id)),
  }));
