import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import fieldWords from 'virtual:locale/kit_fields';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { request } from '../../api/client.ts';
import { ReasonDialog } from '../form/reason-dialog.tsx';
import { urlOf } from '../use-resource.ts';
import css from './fields.module.css';

type Values = Record<string, string | null>;
type RecordRef = { definition: ResourceDefinition; id: number };

const keyOf = ({ definition, id }: RecordRef): readonly unknown[] => [definition.name, 'revealed', id];

/** Asks for a reason, which is logged before anything is shown. */
function RevealDialog({ record, close }: { record: RecordRef; close: () => void }) {
  const t = fieldWords.useT();
  const client = useQueryClient();
  const reveal = async (reason: string): Promise<void> => {
    const { values } = (await request('POST', `${urlOf(record.definition)}/${record.id}/reveal`, {
      body: { reason },
    })) as { values: Values };
    client.setQueryData(keyOf(record), values);
    close();
  };
  return (
    <ReasonDialog
      title={t('kit_fields.reveal.show')}
      text={<span className={`kk-muted ${css['revealHint'] ?? ''}`}>{t('kit_fields.reveal.hint')}</span>}
      label={t('kit_fields.reveal.reason')}
      ok={t('kit_fields.reveal.show')}
      close={close}
      run={reveal}
    />
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
      <Button
        type="link"
        size="small"
        aria-label={t('kit_fields.reveal.show')}
        title={t('kit_fields.reveal.show')}
        onClick={() => setAsking(true)}
      >
        {t('kit_fields.reveal.short')}
      </Button>
      {asking ? <RevealDialog record={record} close={() => setAsking(false)} /> : null}
    </>
  );
}
