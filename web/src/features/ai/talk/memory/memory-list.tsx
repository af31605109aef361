import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import memoryWords from 'virtual:locale/memory';
import type { Memories, Memory } from '@kaike/shared/contracts/ai/ai-memories';
import * as aiMemories from '@kaike/shared/contracts/ai/ai-memories';
import { call } from '../../../../api/client.ts';
import { toast } from '../../../../app/toasts.ts';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState, Tag } from '../../../../ui/parts.tsx';
import { toastError } from '../toast-error.ts';
import { MemoryForm } from './memory-form.tsx';
import { memoriesKey } from './memory.queries.ts';
import css from '../talk.module.css';

function Item({ memory, onEdit, onRemove }: { memory: Memory; onEdit: () => void; onRemove: () => void }) {
  const t = memoryWords.useT();
  const { text, kind, chat } = memory;
  return (
    <li className={css['sentence']}>
      <p>
        {text} <Tag tone="outline">{t(`memory.kinds.${kind}`)}</Tag>
      </p>
      <p className={css['meta']}>{chat ? t('memory.from', { title: chat.title }) : t('memory.own')}</p>
      <div className={css['row']}>
        <button type="button" className={css['tool']} aria-label={t('memory.edit_of', { text })} onClick={onEdit}>
          {t('memory.edit')}
        </button>
        <button type="button" className={css['tool']} aria-label={t('memory.remove_of', { text })} onClick={onRemove}>
          {t('memory.remove')}
        </button>
      </div>
    </li>
  );
}

/** What is remembered, each to change or to delete; what was deleted last can be put back. */
export function MemoryList({ data: { memories, state } }: { data: Memories }) {
  const t = memoryWords.useT();
  const client = useQueryClient();
  const [edited, setEdited] = useState(0);
  const [removed, setRemoved] = useState<Memory | null>(null);
  const act = (request: Promise<unknown>, then: () => void): void =>
    void request
      .then(async () => {
        await client.invalidateQueries({ queryKey: memoriesKey });
        then();
      })
      .catch(toastError);
  const remove = (memory: Memory): void =>
    act(call(aiMemories.deleteMemory, { params: { id: memory.id }, quiet: true }), () => setRemoved(memory));
  const putBack = ({ id, kind, text }: Memory): void =>
    act(call(aiMemories.updateMemory, { params: { id }, body: { kind, text }, quiet: true }), () => {
      setRemoved(null);
      toast('success', t('memory.undone'));
    });
  return (
    <section>
      <div role="status">
        {removed ? (
          <p className={css['spread']}>
            {t('memory.removed', { text: removed.text })}
            <Button onClick={() => putBack(removed)}>{t('memory.undo')}</Button>
          </p>
        ) : null}
      </div>
      {memories.length === 0 ? (
        <EmptyState
          icon="book-open"
          title={t('memory.empty')}
          text={t(state === 'on' ? 'memory.empty_text' : 'memory.empty_off')}
        />
      ) : null}
      <ul className={css['list']}>
        {memories.map((memory) =>
          memory.id === edited ? (
            <li key={memory.id} className={css['sentence']}>
              <MemoryForm memory={memory} onDone={() => setEdited(0)} />
            </li>
          ) : (
            <Item key={memory.id} memory={memory} onEdit={() => setEdited(memory.id)} onRemove={() => remove(memory)} />
          ),
        )}
      </ul>
    </section>
  );
}
