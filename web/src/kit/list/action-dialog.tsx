import { Alert, Button, Modal } from 'antd';
import { useState } from 'react';
import type { Action, ResourceDefinition } from '@kaike/shared/kit/resource';
import { readInput } from '@kaike/shared/kit/read-input';
import { failureMessage } from '@kaike/shared/rules/failure-message';
import { ApiError } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { toast } from '../../app/toasts.ts';
import { FieldRow } from '../form/field-row.tsx';
import type { Words } from '../use-words.ts';
import { urlOf, type Maps } from '../use-resource.ts';

type Failed = { id: number; code: string; message: string };
type Props = { definition: ResourceDefinition; name: string; action: Action; ids: number[]; words: Words; maps: Maps; close: () => void; done: () => void };

/** Asks for what an action needs, says how many rows it is about, runs it and tells what failed row by row. */
export function ActionDialog({ definition, name, action, ids, words, maps, close, done }: Props) {
  const { t } = words;
  const fields = Object.entries(action.fields ?? {});
  const [values, setValues] = useState<Record<string, unknown>>(() => Object.fromEntries(fields.map(([key, field]) => [key, field.initial ?? null])));
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const [failed, setFailed] = useState<Failed[]>([]);
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    const { failures } = readInput(action.fields ?? {}, values);
    if (Object.keys(failures).length > 0) {
      setErrors(Object.fromEntries(Object.entries(failures).map(([key, list]) => [key, list.map((one) => failureMessage(t, one, words.field(key)))])));
      return;
    }
    setBusy(true);
    try {
      const answer = (await request(action.method, `${urlOf(definition)}/${name}`, { body: { ...values, ...(action.on === 'rows' ? { ids } : {}) } })) as { failed: Failed[] };
      done();
      if (answer.failed.length > 0) setFailed(answer.failed);
      else close();
    } catch (error) {
      if (error instanceof ApiError && !error.handled) {
        if (Object.keys(error.errors).length > 0) setErrors(error.errors);
        else toast('error', error.message);
      }
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open title={words.action(name)} onCancel={close} mask={{ closable: false }} destroyOnHidden
      footer={failed.length > 0 ? <Button onClick={close}>{t('kit.close')}</Button> : [
        <Button key="cancel" onClick={close}>{t('kit.cancel')}</Button>,
        <Button key="run" type="primary" danger={action.danger ?? false} loading={busy} onClick={() => void run()}>{words.action(name)}</Button>,
      ]}
    >
      {action.on === 'rows' && failed.length === 0 ? <p>{t('kit.action_confirm', { count: ids.length, action: words.action(name) })}</p> : null}
      {failed.length > 0 ? (
        <Alert type="warning" showIcon title={t('kit.action_failed', { count: failed.length })} description={<ul className="kk-failed">{failed.map((row) => <li key={row.id}>#{row.id} {row.message}</li>)}</ul>} />
      ) : fields.map(([key, field]) => (
        <FieldRow
          key={key} name={key} field={field} words={words} choices={maps[key] ?? (field.choices ?? []).map((choice) => ({ value: choice.value, label: words.choice(key, choice.key), tone: choice.tone ?? 'default' }))}
          value={values[key]} errors={errors[key] ?? []} disabled={busy}
          onChange={(value) => { setValues((old) => ({ ...old, [key]: value })); setErrors((old) => ({ ...old, [key]: [] })); }} onBlur={() => undefined}
        />
      ))}
    </Modal>
  );
}
