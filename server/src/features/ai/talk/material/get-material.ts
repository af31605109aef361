import type { LessonMaterial } from '@kaike/shared/contracts/catalog/lesson-materials';
import type * as lessonMaterials from '@kaike/shared/contracts/catalog/lesson-materials';
import type { AdminCallOf } from '../../../../core/call.ts';
import { present, loadSource } from './edit-material.ts';

export const getMaterial = async ({
  ctx,
  params,
}: AdminCallOf<typeof lessonMaterials.getMaterial>): Promise<LessonMaterial> =>
  present(await loadSource(ctx.db, params));
