import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import memoryWords from 'virtual:locale/memory';
import type { Memory } from '@kaike/shared/contracts/ai/ai-memories';
import * as aiMemories from '@kaike/shared/contracts/ai/ai-memories';
import { maxMemoryLength, memoryKinds } from '@kaike/shared/domain/ai/learner/memory';
import { ApiError } from '../../../../api/api-error.ts';
import { call } from '../../../../api/client.ts';
import { toast } from '../../../../app/toasts.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/fields.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toastError } from '../toast-error.ts';
import { memoriesKey } from './memory.queries.ts';
import css from '../talk.module.css';

/** Writes a memory, or changes one. */
export function MemoryForm({ memory, onDone }: { memory: Memory | null; onDone: () => void }) {
  const t = memoryWords.useT();
  const client = useQueryClient();
  const [text, setText] = useState(memory?.text ?? '');
  const [kind, setKind] = useState(memory?.kind ?? 'fact');
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const save = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const body = { kind, text: text.trim() };
      if (memory) await call(aiMemories.updateMemory, { params: { id: memory.id }, body, quiet: true });
      else await call(aiMemories.createMemory, { body, quiet: true });
      toast('success', t('memory.saved'));
      await client.invalidateQueries({ queryKey: memoriesKey });
      onDone();
    } catch (failure) {
      // What is refused is said beside the words.
      if (failure instanceof ApiError && !failure.handled && failure.code.startsWith('ai.')) setError(failure.message);
      else toastError(failure);
      setIsBusy(false);
    }
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '' && !isBusy) void save();
      }}
    >
      <TextField
        label={t('memory.text')}
        hint={t('memory.text_hint')}
        value={text}
        maxLength={maxMemoryLength}
        error={error}
        onChange={(value) => {
          setText(value);
          setError(undefined);
        }}
      />
      <SelectField
        label={t('memory.kind')}
        value={kind}
        options={memoryKinds.map((value) => ({ value, label: t(`memory.kinds.${value}`) }))}
        onChange={(value) => setKind(memoryKinds.find((one) => one === value) ?? kind)}
      />
      <div className={css['row']}>
        <Button type="submit" look="primary" busy={isBusy} disabled={isBusy || text.trim() === ''}>
          {t('memory.save')}
        </Button>
        <Button onClick={onDone}>{t('memory.cancel')}</Button>
      </div>
    </form>
  );
}
