import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConfigChange, Setting } from '@kaike/shared/contracts/office/configs';
import * as configs from '@kaike/shared/contracts/office/configs';
import { formatDateTime } from '@kaike/shared/kit/format';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/client.ts';
import { refreshConfig } from '../../../app/config.ts';
import { toast } from '../../../app/toasts.ts';
import { LoadError } from '../../../kit/load-error.tsx';
import type { ResourceWording } from '../../../kit/words/use-words.ts';
import { Button, Empty, Modal, Skeleton } from '../../../kit/widgets.ts';
import css from './settings.module.css';

function textOf(words: ResourceWording, { key, field }: Setting, { state, value }: ConfigChange): string {
  const word = (name: string): string => words.t(`resources.configs.${name}`);
  if (state !== 'value') return word(`state_${state}`);
  const choice = field.choices?.find((one) => one.value === value);
  if (choice) return words.choice(key, choice.key);
  if (typeof value === 'boolean') return word(value ? 'yes' : 'no');
  return Array.isArray(value) ? value.join('，') || word('state_empty') : String(value);
}

/** Earlier values of a setting, with a restore button. */
export function HistoryDialog({
  setting,
  words,
  mayUpdate,
  close,
}: {
  setting: Setting;
  words: ResourceWording;
  mayUpdate: boolean;
  close: () => void;
}) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<number | null>(null);
  const { key: name } = setting;
  const { t } = words;
  const word = (key: string, params?: Record<string, string>): string => t(`resources.configs.${key}`, params);
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['configs', 'history', name],
    queryFn: () => call(configs.getConfigHistory, { query: { key: name }, in_place: true }),
    staleTime: 0,
  });
  const restore = async (id: number): Promise<void> => {
    setBusy(id);
    try {
      await call(configs.rollBackConfig, { body: { id } });
      refreshConfig();
      toast('success', word('rolled_back'));
      await client.invalidateQueries({ queryKey: ['configs'] });
    } catch (error) {
      if (error instanceof ApiError && !error.handled) toast('error', error.message);
    } finally {
      setBusy(null);
    }
  };
  return (
    <Modal open title={word('history_of', { name: words.field(name) })} onCancel={close} footer={null}>
      {isError ? <LoadError error={error} retry={() => void refetch()} /> : null}
      {data ? null : <Skeleton active />}
      {data?.data.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('history_empty')} />
      ) : null}
      <ol className={css['history']}>
        {data?.data.map((change, index) => (
          <li key={change.id}>
            <div>
              <b className={css['was']}>{textOf(words, setting, change)}</b>
              <span className="kk-muted">
                {change.operator || word('by_system')} · {formatDateTime(change.created_at)}
              </span>
            </div>
            {index === 0 ? (
              <span className="kk-tag kk-tag-success">{word('current')}</span>
            ) : mayUpdate ? (
              <Button
                size="small"
                loading={busy === change.id}
                disabled={busy !== null}
                onClick={() => void restore(change.id)}
              >
                {word('roll_back')}
              </Button>
            ) : null}
          </li>
        ))}
      </ol>
    </Modal>
  );
}
