import { checkLayout } from '@kaike/shared/domain/cards/faces/card-layout-check';
import { parseLayout } from '@kaike/shared/domain/cards/faces/card-layout-read';
import type { ChangeOf } from '@kaike/shared/kit/field';
import type { cardThemes } from '@kaike/shared/resources/cards/card-themes';
import { AppError, assert } from '../../../core/app-error.ts';
import type { RowOf, Values } from '../../../kit/behaviour.ts';

/** Rejects invalid layouts and those whose cards could not be used; returns the layout without unknown keys. */
export function checkDrawing(
  values: ChangeOf<(typeof cardThemes)['fields']>,
  before: RowOf<typeof cardThemes> | null,
): Values {
  const raw = values.positions;
  if (raw === undefined || raw === null) return values;
  const layout = parseLayout(raw);
  if (!layout) throw new AppError('request.invalid', { failures: { positions: [{ rule: 'json', params: [] }] } });
  const coverOf = (name: 'cover_front' | 'cover_back'): string | null =>
    (name in values ? values[name] : before?.[name]) ?? null;
  const problems = checkLayout(layout, { front: coverOf('cover_front'), back: coverOf('cover_back') });
  assert(!problems.some((problem) => problem.is_error), 'card_theme.layout');
  return { ...values, positions: layout };
}
