import { Alert, Button, Modal } from 'antd';
import { useMemo, useRef } from 'react';
import type { Field } from '@kaike/shared/kit/field';
import { Skeleton } from '../../../ui/parts.tsx';
import { focusFirst } from '../../fields/focus-first.ts';
import { FieldRow } from '../../form/field-row.tsx';
import { LastReasons } from '../../form/last-reasons.tsx';
import { choicesOf } from '../../maps.ts';
import { capital } from '../../words/use-words.ts';
import { About, Failures, Shares } from './action-parts.tsx';
import { describeAction, type ActionProps } from './action-props.ts';
import { AfterBox } from './after-box.tsx';
import { buttonText } from './button-text.ts';
import type { TargetFigures } from './bulk-target.ts';
import { useConfirmation } from './typed-count.tsx';
import { ofRow, useActionForm } from './use-action-form.ts';
import { isPlain, useImmediateRun } from './use-action-run.ts';
import { useDryRun, useDryRunOnPause } from './use-dry-run.ts';

/** What the dialog does, to how many rows; a question where nothing but a reason is asked. The number behind filters comes with the dry run. */
function titleOfDialog(
  props: ActionProps,
  { fields, figures, label }: { fields: readonly [string, Field][]; figures: TargetFigures | undefined; label: string },
): string {
  const { action, target, words } = props;
  if (action.on !== 'rows' || (target.matching !== null && !figures)) return label;
  const say = capital(describeAction(props, figures?.count ?? target.rows.length));
  return fields.every(([, field]) => field.is_reason) ? words.t('kit.sure', { say }) : say;
}

const countOf = ({ action, target }: ActionProps, figures: TargetFigures | undefined): number =>
  action.on === 'rows' ? (figures?.count ?? target.rows.length) : 0;

/** Asks for an action's input, shows how many rows it affects, runs it and reports failures row by row. */
export function ActionDialog(ownProps: ActionProps) {
  const words = useMemo(() => ownProps.words.ofAction(ownProps.name), [ownProps.words, ownProps.name]);
  const props = { ...ownProps, words };
  const { definition, name, action, preset, target, maps, close } = props;
  const label = preset ? words.verb(preset.state) : words.action(name);
  const { t } = words;
  const { figures, error, is_old, is_told, refetch, setInput } = useDryRun(props);
  const { fields, form, failed, reasons } = useActionForm(props, figures, () => void refetch());
  useDryRunOnPause(props, form.values, setInput);
  const count = countOf(props, figures);
  const { is_confirmed, box: confirmation } = useConfirmation(props, {
    fields,
    values: form.values,
    count,
    run: () => void (is_told && form.submit()),
  });
  // What it does stands there first: its sentences move the button, and nobody confirms what they have not read.
  const isReady = is_confirmed && is_told && (action.on !== 'rows' || count > 0);
  const body = useRef<HTMLDivElement>(null);
  if (useImmediateRun({ plain: isPlain(props, fields), figures, error, run: form.submit, close })) return null;
  return (
    <Modal
      open
      title={titleOfDialog(props, { fields, figures, label })}
      className="kk-action"
      onCancel={close}
      mask={{ closable: false }}
      destroyOnHidden
      afterOpenChange={(isOpen) => {
        if (isOpen) focusFirst(body.current);
      }}
      footer={
        failed.length > 0 ? (
          <Button onClick={close}>{t('kit.close')}</Button>
        ) : (
          [
            <Button key="cancel" onClick={close}>
              {t('kit.cancel')}
            </Button>,
            <Button
              key="run"
              type="primary"
              danger={action.danger ?? false}
              loading={form.busy}
              disabled={!isReady}
              onClick={() => void form.submit()}
            >
              {buttonText({ label, count, words, fields, values: form.values })}
            </Button>,
          ]
        )
      }
    >
      {error ? <Alert type="error" showIcon title={error.message} /> : null}
      {failed.length === 0 ? <About figures={figures} words={words} name={name} preset={preset} /> : null}
      {failed.length > 0 ? (
        <Failures failed={failed} words={words} />
      ) : (
        <div ref={body}>
          {fields.map(([key, field]) => (
            <FieldRow
              key={key}
              {...form.bind(key)}
              name={key}
              field={field}
              help={
                field.is_reason ? (
                  <LastReasons reasons={reasons} set={form.bind(key).onChange} words={words}>
                    {words.help(key)}
                  </LastReasons>
                ) : (
                  <Shares field={field} whole={ofRow(target, field)} set={form.bind(key).onChange} words={words}>
                    {words.help(key)}
                  </Shares>
                )
              }
              choices={choicesOf(field, { name: key, words, maps })}
            />
          ))}
          {is_told ? (
            <AfterBox
              definition={definition}
              action={action}
              state={preset?.state}
              notes={figures?.notes ?? []}
              isOld={is_old}
              words={words}
            />
          ) : (
            <div style={{ marginTop: 16 }}>
              <Skeleton height={64} />
            </div>
          )}
          {confirmation}
        </div>
      )}
    </Modal>
  );
}
