import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ChainCheck as Check } from '@kaike/shared/contracts/office/logs';
import * as logs from '@kaike/shared/contracts/office/logs';
import { formatDateTime, formatNumber } from '@kaike/shared/kit/format';
import { call } from '../../../api/client.ts';
import { useT } from '../../../app/wording.ts';
import { Button, Modal, Progress } from '../../../kit/widgets.ts';
import { useState } from 'react';
import css from './audit.module.css';

const key = ['logs', 'chain'];
const pollMs = 1000;

function textOf(
  t: ReturnType<typeof useT>,
  { state, checked, total, checked_id, broken_id, finished_at }: Check,
): string {
  const word = (name: string, params?: Record<string, string | number>): string =>
    t(`resources.logs.chain.${name}`, params);
  if (state === 'never') return word('never');
  if (state === 'running') return word('running', { checked: formatNumber(checked), total: formatNumber(total) });
  if (state === 'intact')
    return word('intact', { id: checked_id, checked: formatNumber(checked), time: formatDateTime(finished_at) });
  return broken_id === null
    ? word('cut', { id: checked_id })
    : word('broken', { id: broken_id, checked: formatNumber(checked) });
}

/** What the check says of the ledgers, which are sealed as the log is. */
function LedgerStates({ check }: { check: Check }) {
  const t = useT();
  const word = (name: string, params?: Record<string, string | number>): string =>
    t(`resources.logs.chain.ledgers.${name}`, params);
  return check.ledgers.map(({ name, seals, sealed, opening, findings }) => {
    const ledger = word(name);
    if (findings > 0)
      return (
        <p key={name} className={css['broken']}>
          {word('wrong', { ledger, count: formatNumber(findings) })}
        </p>
      );
    return (
      <p key={name}>
        {seals === 0 ? word('none', { ledger }) : word('intact', { ledger, sealed: formatNumber(sealed) })}
        {opening > 0 ? <span className="kk-muted"> {word('opening', { count: formatNumber(opening) })}</span> : null}
      </p>
    );
  });
}

function CheckDialog({ close }: { close: () => void }) {
  const t = useT();
  const client = useQueryClient();
  const { data, isError } = useQuery({
    queryKey: key,
    queryFn: () => call(logs.getChainCheck),
    staleTime: 0,
    refetchInterval: (query) => (query.state.data?.state === 'running' ? pollMs : false),
  });
  const start = useMutation({
    mutationFn: () => call(logs.startChainCheck),
    onSuccess: (answer) => client.setQueryData(key, answer),
  });
  const isRunning = data?.state === 'running' || start.isPending;
  const word = (name: string, params?: Record<string, number>): string => t(`resources.logs.chain.${name}`, params);
  return (
    <Modal
      open
      title={word('title')}
      onCancel={close}
      footer={
        <Button type="primary" loading={isRunning} onClick={() => start.mutate()}>
          {word(data && data.state !== 'never' ? 'again' : 'start')}
        </Button>
      }
    >
      {isError ? <p className={css['broken']}>{word('failed')}</p> : null}
      {data ? (
        <p aria-live="polite" className={data.state === 'broken' ? css['broken'] : undefined}>
          {textOf(t, data)}
        </p>
      ) : null}
      {data && data.state !== 'running' ? <LedgerStates check={data} /> : null}
      {data?.state === 'running' ? (
        <Progress
          percent={data.total > 0 ? Math.floor((data.checked / data.total) * 100) : 0}
          aria-label={word('title')}
        />
      ) : null}
      {data?.broken_id ? (
        <Link to={`/admin/logs/${data.broken_id}`} onClick={close}>
          {word('open', { id: data.broken_id })}
        </Link>
      ) : null}
    </Modal>
  );
}

/** Verifies on the server that the log is unchanged; the check continues when the window closes. */
export function ChainCheck() {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('resources.logs.chain.title')}</Button>
      {isOpen ? <CheckDialog close={() => setIsOpen(false)} /> : null}
    </>
  );
}
