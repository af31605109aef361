import { Button, Empty } from 'antd';
import type { Words } from '../use-words.ts';

/** Nothing to show: why, and what to do next. */
export function EmptyList({ words, filtered, reset }: { words: Words; filtered: boolean; reset: () => void }) {
  const { t } = words;
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={<><strong>{filtered ? t('kit.empty_filtered') : t('kit.empty', { name: words.name })}</strong><br />{t(filtered ? 'kit.empty_filtered_hint' : 'kit.empty_hint')}</>}>
      {filtered ? <Button onClick={reset}>{t('kit.reset')}</Button> : null}
    </Empty>
  );
}
