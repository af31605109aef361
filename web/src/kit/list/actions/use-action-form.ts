import { useState } from 'react';
import type { Field } from '@kaike/shared/kit/field';
import { useSession } from '../../../app/session.ts';
import type { FormValues } from '../../../form/field-state.ts';
import { useForm } from '../../../form/use-form.ts';
import { startBulk } from '../../bulk/bulk-state.ts';
import { loadReasons, storeReason } from '../../form/last-reasons.tsx';
import type { ActionProps } from './action-props.ts';
import { isOtherRows, isSmall, runTarget, type RefusedRow, type Target, type TargetFigures } from './bulk-target.ts';
import type { Preset } from './offers.ts';
import { sendAction } from './send-action.ts';

/** A single row starts with its current relation: an empty one would remove it. */
const presentOf = ({ rows, matching }: Target, key: string, field: Field): unknown =>
  field.kind === 'relation' && matching === null && rows.length === 1 ? (rows[0]?.[key] ?? null) : null;

/** The row's own value of a field that starts with it. */
export const ofRow = ({ rows: [row] }: Target, { of_row: key }: Field): number | null =>
  row && key && typeof row[key] === 'number' ? row[key] : null;

/** The fields the dialog asks for: not what its button has chosen, and of several rows not what each has of its own. */
const askedFields = ({
  action,
  preset,
  target,
}: Pick<ActionProps, 'action' | 'preset' | 'target'>): [string, Field][] =>
  Object.entries(action.fields ?? {}).filter(
    ([key, field]) => key !== preset?.field && !(field.of_row && (target.matching !== null || target.rows.length > 1)),
  );

export const presetValues = (preset: Preset | undefined): Record<string, unknown> =>
  preset ? { [preset.field]: preset.value } : {};

/** What the dialog starts with. */
export const initialValues = (
  props: Pick<ActionProps, 'action' | 'preset' | 'target' | 'values'>,
): Record<string, unknown> => ({
  ...Object.fromEntries(
    askedFields(props).map(([key, field]) => [
      key,
      field.initial ?? ofRow(props.target, field) ?? presentOf(props.target, key, field),
    ]),
  ),
  ...presetValues(props.preset),
  ...props.values,
});

/** The input of the dialog, sent at once or, for many rows, as a bulk run on the server; `recount` when other rows match by then. */
export function useActionForm(props: ActionProps, figures: TargetFigures | undefined, recount: () => void) {
  const { definition, name, action, preset, target, words, close } = props;
  const fields = askedFields(props);
  const [failed, setFailed] = useState<readonly RefusedRow[]>([]);
  const owner = useSession((state) => state.user?.id ?? 0);
  const reasonsOf = `${definition.name}.${preset?.state ?? name}`;
  const [reasons] = useState(() => loadReasons(owner, reasonsOf));
  const form = useForm<FormValues>(Object.fromEntries(fields), {
    initial: initialValues(props),
    label: words.field,
    prefix: 'field-',
    onSubmit: async (values, keyOf) => {
      for (const [key, field] of fields) if (field.is_reason) storeReason(owner, reasonsOf, values[key]);
      if (action.on === 'rows' && !isSmall(target)) {
        const run = { resource: definition.name, action: name, input: values, ...runTarget(target, figures) };
        try {
          await startBulk(run, keyOf(run));
        } catch (error) {
          if (isOtherRows(error)) recount();
          throw error;
        }
        return close();
      }
      const left = await sendAction(props, values, keyOf);
      return left.length > 0 ? setFailed(left) : close();
    },
  });
  return { fields, form, failed, reasons };
}
