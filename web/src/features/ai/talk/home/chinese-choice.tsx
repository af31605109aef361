import { useStore } from 'zustand';
import talkWords from 'virtual:locale/talk';
import { Checkbox } from '../../../../ui/fields.tsx';
import { chineseStore, setChinese } from './chinese-store.ts';

/** Whether meanings and second lines appear at once. */
export function ChineseChoice() {
  const t = talkWords.useT();
  const isOn = useStore(chineseStore, (state) => state.is_on);
  return (
    <section>
      <h2>{t('talk.chinese.title')}</h2>
      <Checkbox checked={isOn} onChange={setChinese}>
        {t('talk.chinese.at_once')}
      </Checkbox>
    </section>
  );
}
