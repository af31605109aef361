import { useState } from 'react';
import memoryWords from 'virtual:locale/memory';
import { maxMemories } from '@kaike/shared/domain/ai/learner/memory';
import { SupportLater } from '../../../app/components/support-later.tsx';
import { LoadFailure } from '../../../app/loading/load-failure.tsx';
import { useTitle } from '../../../app/use-title.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/parts.tsx';
import { BackLink } from './back-link.tsx';
import { MemoryAsk } from './memory/ask.tsx';
import { Leave } from './memory/leave.tsx';
import { MemoryForm } from './memory/memory-form.tsx';
import { MemoryList } from './memory/memory-list.tsx';
import { useMemories } from './memory/memory.queries.ts';
import css from './talk.module.css';

/** What the teacher remembers of the learner, who decides about it. */
export function MemoriesPage() {
  const t = memoryWords.useT();
  const { data, error, refetch } = useMemories();
  const [isAdding, setIsAdding] = useState(false);
  useTitle(t('memory.title'));
  if (error && !data) return <LoadFailure error={error} retry={() => void refetch()} />;
  const state = data?.state;
  return (
    <div className={css['root']}>
      <BackLink />
      <header>
        <h1>{t('memory.title')}</h1>
        <p className={css['meta']}>{t('memory.intro')}</p>
      </header>
      {data ? null : <Skeleton height={260} />}
      {state === 'needs_service' || state === 'needs_guardian' ? (
        <p className={css['problem']} role="status">
          {t(`memory.${state}`)}
        </p>
      ) : null}
      {state === 'needs_guardian' ? <SupportLater /> : null}
      {data && state === 'needs_consent' ? <MemoryAsk data={data} /> : null}
      {data ? <MemoryList data={data} /> : null}
      {data && state === 'on' && data.memories.length < maxMemories ? (
        isAdding ? (
          <MemoryForm memory={null} onDone={() => setIsAdding(false)} />
        ) : (
          <Button block onClick={() => setIsAdding(true)}>
            {t('memory.add')}
          </Button>
        )
      ) : null}
      {data ? <Leave data={data} /> : null}
    </div>
  );
}
