import { Button, Result } from 'antd';
import { useT } from '../app/wording.ts';

/** What could not be loaded, with a way out. */
export function LoadError({ retry }: { retry: () => void }) {
  const t = useT();
  return <Result status="warning" title={t('kit.load_failed')} subTitle={t('kit.load_failed_hint')} extra={<Button type="primary" onClick={retry}>{t('kit.retry')}</Button>} />;
}
