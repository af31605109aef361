import { Button, Modal, Radio } from 'antd';
import { useState } from 'react';
import type { Words } from '../use-words.ts';
import type { Conflict } from './use-record-form.ts';

const show = (value: unknown, empty: string): string => {
  if (value === null || value === undefined || value === '') return empty;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Somebody saved meanwhile: for each field both changed, mine or theirs. */
export function StaleDialog({ conflicts, words, resolve }: { conflicts: readonly Conflict[]; words: Words; resolve: (choice: Record<string, 'mine' | 'theirs'>) => void }) {
  const { t } = words;
  const [choice, setChoice] = useState<Record<string, 'mine' | 'theirs'>>({});
  return (
    <Modal open={conflicts.length > 0} title={t('kit.stale_title')} closable={false} footer={<Button type="primary" onClick={() => resolve(choice)}>{t('kit.confirm')}</Button>}>
      <p>{t('kit.stale_text')}</p>
      {conflicts.map(({ key, mine, theirs }) => (
        <fieldset key={key} className="kk-conflict">
          <legend>{words.field(key)}</legend>
          <Radio.Group value={choice[key] ?? 'mine'} onChange={(event) => setChoice((old) => ({ ...old, [key]: event.target.value as 'mine' | 'theirs' }))}>
            <Radio value="mine">{t('kit.mine')}：{show(mine, t('kit.not_set'))}</Radio>
            <Radio value="theirs">{t('kit.theirs')}：{show(theirs, t('kit.not_set'))}</Radio>
          </Radio.Group>
        </fieldset>
      ))}
    </Modal>
  );
}
