import { Alert, Button, Modal } from 'antd';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Field } from '@kaike/shared/kit/field';
import type { Action, ResourceDefinition } from '@kaike/shared/kit/resource';
import { formatMoney } from '@kaike/shared/kit/format';
import { findResource } from '@kaike/shared/resources/index';
import { ApiError } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { useSession } from '../../app/session.ts';
import { toast } from '../../app/toasts.ts';
import type { Values } from '../../form/field-state.ts';
import { useForm } from '../../form/use-form.ts';
import { FieldRow } from '../form/field-row.tsx';
import { AfterBox } from './after-box.tsx';
import { LastReasons, readReasons, storeReason } from '../form/last-reasons.tsx';
import { capital, type Words } from '../words/use-words.ts';
import type { Maps } from '../maps.ts';
import { urlOf } from '../use-resource.ts';
import { showUndo } from '../undo.tsx';
import { startBulk } from '../bulk/bulk-state.ts';
import {
  describeTarget,
  isSmall,
  runTarget,
  titleOfTarget,
  type FailedRow,
  type Target,
  type TargetFigures,
} from './bulk-target.ts';
import { reverseState, type Preset } from './offers.ts';

type Props = {
  definition: ResourceDefinition;
  name: string;
  action: Action;
  /** The state a button has chosen; the dialog does not ask for it. */ preset?: Preset | undefined;
  target: Target;
  words: Words;
  maps: Maps;
  close: () => void;
  done: () => void;
  /** What is filled in already. */
  values?: Record<string, unknown>;
  /** The row's checks were shown: what a dry run would say is known. */
  is_checked?: boolean;
};

const typingMs = 400;

type Undo = { resource: string; action: string; ids: number[]; input?: Record<string, unknown> };
type Answer = { changed: number; failed: FailedRow[]; undo?: Undo; alert?: { message?: string } };

/** The result message: with the row's title, or the number of rows. */
const doneText = (props: Props, { changed }: Answer): string =>
  props.words.t('kit.did', { say: sayWhat(props, changed) });

/** The action as a phrase: with the title of a single row, or the number of rows. */
const sayWhat = (props: Pick<Props, 'definition' | 'target' | 'words' | 'preset' | 'name'>, count: number): string =>
  props.words.say(props.preset?.state ?? props.name, titleOfTarget(props.definition, props.target) || count);

/** The write that returns the rows to their previous state. */
function undoOf(
  { definition, name, action, preset, target: { rows } }: Props,
  { failed, undo }: Answer,
): Undo | undefined {
  const before = failed.length === 0 ? reverseState(definition, { name, preset }, rows) : null;
  if (undo || !preset || before === null) return undo;
  return {
    resource: definition.name,
    action: name,
    ids: rows.map(({ id }) => id),
    input: { [preset.field]: before, ...(action.fields?.['reason'] ? {} : { reason: undefined }) },
  };
}

/** Shows the result, with an undo button where undo is possible. */
function showDone(props: Props, answer: Answer): void {
  const { words, done } = props;
  const { changed } = answer;
  const [text, undo] = [doneText(props, answer), undoOf(props, answer)];
  const of = undo ? findResource(undo.resource) : undefined;
  const back = undo ? of?.actions?.[undo.action] : undefined;
  if (changed === 0) return;
  if (!undo || !of || !back) return toast('success', text);
  const key = crypto.randomUUID();
  return showUndo(words, {
    text,
    undo: async () => {
      try {
        await request(back.method, `${urlOf(of)}/${undo.action}`, {
          body: { ids: undo.ids, reason: words.t('kit.undo_reason'), ...undo.input },
          headers: { 'X-Idempotency-Key': key },
        });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (!error.handled) toast('error', error.message);
      }
      done();
    },
  });
}

/** A single row starts with its current relation: an empty one would remove it. */
const presentOf = ({ rows, matching }: Target, key: string, field: Field): unknown =>
  field.kind === 'relation' && matching === null && rows.length === 1 ? (rows[0]?.[key] ?? null) : null;

/** The row's own value of a field that starts with it. */
const ofRow = ({ rows: [row] }: Target, { of_row: key }: Field): number | null =>
  row && key && typeof row[key] === 'number' ? row[key] : null;

/** The fields the dialog asks for: not what its button has chosen, and of several rows not what each has of its own. */
const askedFields = ({ action, preset, target }: Pick<Props, 'action' | 'preset' | 'target'>): [string, Field][] =>
  Object.entries(action.fields ?? {}).filter(
    ([key, field]) => key !== preset?.field && !(field.of_row && (target.matching !== null || target.rows.length > 1)),
  );

const presetValues = (preset: Preset | undefined): Record<string, unknown> =>
  preset ? { [preset.field]: preset.value } : {};

/** The dialog's input, sent at once or, for many rows, as a bulk run on the server. */
function useRun(props: Props, figures: TargetFigures | undefined) {
  const { definition, name, action, preset, target, words, close, done } = props;
  const fields = askedFields(props);
  const [failed, setFailed] = useState<FailedRow[]>([]);
  const owner = useSession((state) => state.user?.id ?? 0);
  const reasonsOf = `${definition.name}.${preset?.state ?? name}`;
  const [reasons] = useState(() => readReasons(owner, reasonsOf));
  const form = useForm<Values>(Object.fromEntries(fields), {
    initial: {
      ...Object.fromEntries(
        fields.map(([key, field]) => [key, field.initial ?? ofRow(target, field) ?? presentOf(target, key, field)]),
      ),
      ...presetValues(preset),
      ...props.values,
    },
    label: words.field,
    prefix: 'field-',
    onSubmit: async (values, keyOf) => {
      for (const [key, field] of fields) if (field.is_reason) storeReason(owner, reasonsOf, values[key]);
      if (action.on === 'rows' && !isSmall(target)) {
        const run = { resource: definition.name, action: name, input: values, ...runTarget(target, figures) };
        await startBulk(run, keyOf(run));
        return close();
      }
      const body = { ...values, ...(action.on === 'rows' ? { ids: target.rows.map((row) => row.id) } : {}) };
      const answer = (await request(action.method, `${urlOf(definition)}/${name}`, {
        body,
        keeps_alert: true,
        headers: { 'X-Idempotency-Key': keyOf(body) },
      })) as Answer;
      done();
      showDone(props, answer);
      if (answer.failed.length > 0) return setFailed(answer.failed);
      return close();
    },
  });
  return { fields, form, failed, reasons };
}

function About({
  figures,
  words,
  name,
  preset,
}: { figures: TargetFigures } & Pick<Props, 'words' | 'name' | 'preset'>) {
  const { t } = words;
  const meaning = words.about(preset?.state ?? name);
  if (meaning === '' && !figures.context?.length && figures.offered === figures.count) return null;
  return (
    <div style={{ marginBottom: 12 }}>
      {meaning === '' ? null : <p>{meaning}</p>}
      {(figures.context ?? []).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {figures.offered < figures.count ? (
        <p className="kk-muted">
          {t('lists.offered', { offered: figures.offered, total: figures.count - figures.offered })}
        </p>
      ) : null}
    </div>
  );
}

/** All or half of what the row has, as buttons below the amount. */
function Shares({
  field,
  whole,
  set,
  words: { t },
  children,
}: {
  field: Field;
  whole: number | null;
  set: (value: number) => void;
  words: Words;
  children: string;
}) {
  if (whole === null || field.kind !== 'money') return children;
  const money = (fen: number): string => formatMoney(fen, { decimals: 2 });
  return (
    <>
      {children}{' '}
      {[['all', whole] as const, ...(whole % 2 === 0 ? [['half', whole / 2] as const] : [])].map(([share, amount]) => (
        <Button key={share} type="link" size="small" onClick={() => set(amount)}>
          {t(`kit.shares.${share}`, { amount: money(amount) })}
        </Button>
      ))}
    </>
  );
}

/** Passes on the values that the server's dry run depends on, once typing pauses. */
function useDryRunValues(
  { dry_run_on: keys = [] }: Action,
  values: Record<string, unknown>,
  onPause: (values: Record<string, unknown>) => void,
): void {
  const text = JSON.stringify(Object.fromEntries(keys.map((key) => [key, values[key] ?? null])));
  useEffect(() => {
    const timer = setTimeout(() => onPause(JSON.parse(text) as Record<string, unknown>), typingMs);
    return () => clearTimeout(timer);
  }, [text, onPause]);
}

/** One row, no input and undo available: needs no dialog, unless the server returns notes. */
const isPlain = ({ definition, name, preset, target }: Props, fields: readonly unknown[]): boolean =>
  fields.length === 0 &&
  target.matching === null &&
  target.rows.length === 1 &&
  reverseState(definition, { name, preset }, target.rows) !== null;

/** Runs a plain action once the server returns no notes; returns whether the dialog stays hidden. */
function useImmediateRun({
  plain,
  figures,
  error,
  run,
  close,
}: {
  plain: boolean;
  figures: TargetFigures | undefined;
  error: Error | null;
  run: () => Promise<void>;
  close: () => void;
}): boolean {
  const isAway =
    plain &&
    error === null &&
    (figures === undefined || (figures.offered > 0 && !figures.notes?.length && !figures.context?.length));
  const latest = useRef({ run, close });
  latest.current = { run, close };
  const isRun = useRef(false);
  const isDue = isAway && figures !== undefined;
  useEffect(() => {
    if (!isDue || isRun.current) return;
    isRun.current = true;
    void latest.current.run().then(() => latest.current.close());
  }, [isDue]);
  return isAway;
}

/** The rows that the action left alone, each with the reason. */
function Failures({ failed, words: { t } }: { failed: readonly FailedRow[]; words: Words }) {
  return (
    <Alert
      type="warning"
      showIcon
      title={t('kit.action_failed', { count: failed.length })}
      description={
        <ul className="kk-failed">
          {failed.map((row) => (
            <li key={row.id}>
              {row.title || `#${row.id}`}
              {t('lists.colon')}
              {row.message}
            </li>
          ))}
        </ul>
      }
    />
  );
}

/** What the dialog does, to how many rows; a question where nothing but a reason is asked. The number behind filters comes with the dry run. */
function titleOfDialog(
  props: Props,
  { fields, figures, label }: { fields: readonly [string, Field][]; figures: TargetFigures | undefined; label: string },
): string {
  const { action, target, words } = props;
  if (action.on !== 'rows' || (target.matching !== null && !figures)) return label;
  const say = capital(sayWhat(props, figures?.count ?? target.rows.length));
  return fields.every(([, field]) => field.is_reason) ? words.t('kit.sure', { say }) : say;
}

/** Asks for an action's input, shows how many rows it affects, runs it and reports failures row by row. */
export function ActionDialog(ownProps: Props) {
  const words = useMemo(() => ownProps.words.ofAction(ownProps.name), [ownProps.words, ownProps.name]);
  const props = { ...ownProps, words };
  const { definition, name, action, preset, target, maps, close } = props;
  const label = preset ? words.verb(preset.state) : words.action(name);
  const { t } = words;
  const [dryRunValues, setDryRunValues] = useState<Record<string, unknown>>(() => presetValues(preset));
  const {
    data: figures,
    error,
    isPlaceholderData,
  } = useQuery({
    queryKey: [definition.name, 'target', name, target.matching, target.rows.length, dryRunValues],
    gcTime: 0,
    retry: false,
    enabled: action.on === 'rows',
    placeholderData: keepPreviousData,
    queryFn: () =>
      describeTarget(definition, target, {
        method: action.method,
        path: `/${name}`,
        action,
        values: dryRunValues,
      }).then((described) => (ownProps.is_checked ? { ...described, context: [] } : described)),
  });
  const { fields, form, failed, reasons } = useRun(props, figures);
  useDryRunValues(action, form.values, setDryRunValues);
  const isReady = action.on !== 'rows' || (figures !== undefined && figures.count > 0);
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
        if (isOpen) body.current?.querySelector<HTMLElement>('input, textarea')?.focus();
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
              {label}
            </Button>,
          ]
        )
      }
    >
      {error ? <Alert type="error" showIcon title={error.message} /> : null}
      {figures && failed.length === 0 ? <About figures={figures} words={words} name={name} preset={preset} /> : null}
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
              choices={(field.choices ?? []).map(
                (choice) =>
                  maps[key]?.find(({ value }) => value === choice.value) ?? {
                    value: choice.value,
                    label: words.choice(key, choice.key),
                    tone: choice.tone ?? 'default',
                  },
              )}
            />
          ))}
          <AfterBox
            definition={definition}
            action={action}
            state={preset?.state}
            notes={figures?.notes ?? []}
            is_old={isPlaceholderData}
            words={words}
          />
        </div>
      )}
    </Modal>
  );
}
