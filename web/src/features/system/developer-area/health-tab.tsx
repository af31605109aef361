import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import words from 'virtual:locale/developments';
import type { HealthFinding, RepairName } from '@kaike/shared/contracts/system/health';
import * as health from '@kaike/shared/contracts/system/health';
import { call } from '../../../api/client.ts';
import { toast } from '../../../app/toasts.ts';
import { LoadError } from '../../../kit/load-error.tsx';
import { Modal } from '../../../kit/widgets.ts';
import { Button } from '../../../ui/button.tsx';
import css from './developer-area.module.css';

const tags = { fail: 'kk-tag-danger', warn: 'kk-tag-warning', ok: 'kk-tag-success' };

function Entry({
  finding: { level, text, fix, repair },
  start,
}: {
  finding: HealthFinding;
  start: (name: RepairName) => void;
}) {
  const t = words.useT();
  return (
    <li className={css['entry']}>
      <span className={`kk-tag ${tags[level]}`}>{t(`developments.levels.${level}`)}</span>
      <div lang="en">
        {text}
        {fix === null ? null : <div className="kk-muted">{fix}</div>}
      </div>
      {repair === null ? null : <Button onClick={() => start(repair)}>{t('developments.repair')}</Button>}
    </li>
  );
}

/** What `kaike doctor` finds, the worst first, with what can be put right at once. */
export function HealthTab() {
  const t = words.useT();
  const cache = useQueryClient();
  const key = ['developments', health.checkHealth.path];
  const [isRepairing, setIsMending] = useState(false);
  const { data, isError, error, refetch, isFetching } = useQuery({
    queryKey: key,
    queryFn: () => call(health.checkHealth, { in_place: true }),
    gcTime: 0,
  });
  const repair = async (name: RepairName): Promise<void> => {
    setIsMending(true);
    try {
      cache.setQueryData(key, await call(health.repairHealth, { body: { repair: name } }));
      toast('success', t('developments.repaired'));
    } finally {
      setIsMending(false);
    }
  };
  const start = (name: RepairName): void =>
    void Modal.confirm({
      title: t('developments.repair_title'),
      content: t(`developments.repairs.${name}`),
      okText: t('developments.repair'),
      cancelText: t('developments.cancel'),
      onOk: () => repair(name),
    });
  if (!data) return isError ? <LoadError error={error} retry={() => void refetch()} /> : <p aria-busy="true">…</p>;
  return (
    <div aria-busy={isRepairing}>
      <div className={css['bar']}>
        <span className="kk-muted">{t('developments.health_hint')}</span>
        <Button busy={isFetching} onClick={() => void refetch()}>
          {t('developments.check_again')}
        </Button>
      </div>
      <ul className={css['entries']}>
        {data.findings.map((finding) => (
          <Entry key={finding.text} finding={finding} start={start} />
        ))}
      </ul>
    </div>
  );
}
