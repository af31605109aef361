import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import levelWords from 'virtual:locale/level';
import type { Level } from '@kaike/shared/contracts/ai/ai-level';
import * as aiLevel from '@kaike/shared/contracts/ai/ai-level';
import { cefrLevels, type CefrLevel } from '@kaike/shared/domain/people/people';
import { call } from '../../../../api/client.ts';
import { toast } from '../../../../app/toasts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Tag } from '../../../../ui/parts.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { Sheet } from '../../../../ui/sheet.tsx';
import { toastError } from '../toast-error.ts';
import { settingsKey } from '../talk.queries.ts';
import css from '../talk.module.css';

const levelKey = ['talk', 'level'];

/** The estimate with its range and what it rests on, or what is missing for one. */
function Estimate({ estimate, talks_missing: missing }: Level) {
  const t = levelWords.useT();
  if (!estimate)
    return (
      <p>
        {t('level.few', { count: missing })} <span className={css['meta']}>{t('level.few_text')}</span>
      </p>
    );
  const { low, high, talks: count } = estimate;
  const hasPlus = [estimate.level, low, high].some((one) => one.endsWith('+'));
  return (
    <p className={css['meta']}>
      {t('level.range', { low, high, count })} {hasPlus ? t('level.plus') : ''}
    </p>
  );
}

function useChoice() {
  const t = levelWords.useT();
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const choose = async (level: CefrLevel | null): Promise<void> => {
    setIsBusy(true);
    try {
      client.setQueryData(levelKey, await call(aiLevel.updateLevel, { body: { level }, quiet: true }));
      toast('success', t(level ? 'level.saved' : 'level.restored'));
      await client.invalidateQueries({ queryKey: settingsKey });
    } catch (error) {
      toastError(error);
    }
    setIsBusy(false);
  };
  return { choose, isBusy };
}

/** The learner's level: estimated from what was counted, or chosen in its place. */
export function LevelCard() {
  const t = levelWords.useT();
  const { data } = useQuery({
    queryKey: levelKey,
    queryFn: ({ signal }) => call(aiLevel.getLevel, { signal, quiet: true }),
  });
  const { choose, isBusy } = useChoice();
  const [picked, setPicked] = useState<CefrLevel | null>(null);
  if (!data) return null;
  const { estimate, chosen } = data;
  const name = chosen ?? (estimate && t('level.about', { level: estimate.level }));
  const start = chosen ?? cefrLevels.find((one) => one === estimate?.level.slice(0, 2)) ?? 'A1';
  const save = async (level: CefrLevel): Promise<void> => {
    await choose(level);
    setPicked(null);
  };
  return (
    <section>
      <h2>{t('level.title')}</h2>
      {name === null ? null : (
        <p className={css['balance']}>
          <strong>{name}</strong> <Tag tone="outline">{t(chosen ? 'level.own' : 'level.reference')}</Tag>
        </p>
      )}
      {chosen && estimate ? (
        <p>
          {t('level.auto')} {t('level.about', { level: estimate.level })}{' '}
          <Tag tone="outline">{t('level.reference')}</Tag>
        </p>
      ) : null}
      <Estimate {...data} />
      <details>
        <summary className={css['fold']}>{t('level.how')}</summary>
        <p className={css['meta']}>{t('level.how_text')}</p>
      </details>
      <div className={css['row']}>
        <Button onClick={() => setPicked(start)}>{t('level.change')}</Button>
        {chosen ? (
          <Button busy={isBusy} onClick={() => void choose(null)}>
            {t('level.back')}
          </Button>
        ) : null}
      </div>
      <Sheet
        open={picked !== null}
        title={t('level.change')}
        onClose={() => setPicked(null)}
        bottom
        closeLabel={t('level.close')}
      >
        <SelectField
          label={t('level.pick')}
          value={picked ?? start}
          options={cefrLevels.map((value) => ({ value, label: value }))}
          onChange={(value) => setPicked(cefrLevels.find((one) => one === value) ?? picked)}
        />
        <Button look="primary" block busy={isBusy} onClick={() => void save(picked ?? start)}>
          {t('level.save')}
        </Button>
      </Sheet>
    </section>
  );
}
