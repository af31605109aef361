import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import fieldWords from 'virtual:words/kit_fields';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { ApiError } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { toast } from '../../app/toasts.ts';
import { urlOf } from '../use-resource.ts';
import css from './fields.module.css';

type Values = Record<string, string | null>;
type RecordRef = { definition: ResourceDefinition; id: number };

const keyOf = ({ definition, id }: RecordRef): readonly unknown[] => [definition.name, 'revealed', id];

/** Asks for a reason, which is logged before anything is shown. */
function RevealDialog({ record, close }: { record: RecordRef; close: () => void }) {
  const t = fieldWords.useT();
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const reveal = async (): Promise<void> => {
    setBusy(true);
    try {
      const { values } = (await request('POST', `${urlOf(record.definition)}/${record.id}/reveal`, {
        body: { reason: reason.trim() },
      })) as { values: Values };
      client.setQueryData(keyOf(record), values);
      close();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!error.handled) toast('error', error.message);
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t('kit_fields.reveal.show')}
      onCancel={close}
      okText={t('kit_fields.reveal.show')}
      cancelText={t('kit.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: reason.trim() === '' }}
      onOk={() => void reveal()}
    >
      <p className={`kk-muted ${css['revealHint'] ?? ''}`}>{t('kit_fields.reveal.hint')}</p>
      <label htmlFor="reveal-reason">{t('kit_fields.reveal.reason')}</label>
      <Input
        id="reveal-reason"
        autoFocus
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        onPressEnter={() => {
          if (reason.trim() !== '' && !busy) void reveal();
        }}
      />
    </Modal>
  );
}

/** A masked value, shown in full once a reason has been given; all masked fields of the record are revealed together. */
export function MaskedValue({ definition, id, name, children }: RecordRef & { name: string; children: ReactNode }) {
  const t = fieldWords.useT();
  const record = { definition, id };
  // Nothing is fetched: revealed values stay in the cache as long as the record is open.
  const { data } = useQuery<Values>({ queryKey: keyOf(record), enabled: false, gcTime: 0, queryFn: () => ({}) });
  const [asking, setAsking] = useState(false);
  if (data) return <>{data[name] ?? children}</>;
  return (
    <>
      {children}{' '}
      <Button type="link" size="small" onClick={() => setAsking(true)}>
        {t('kit_fields.reveal.show')}
      </Button>
      {asking ? <RevealDialog record={record} close={() => setAsking(false)} /> : null}
    </>
  );
}
