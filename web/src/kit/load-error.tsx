import { useT } from '../app/wording.ts';
import { ErrorState } from '../ui/parts.tsx';

/** What could not be loaded, with a way out. */
export function LoadError({ retry }: { retry: () => void }) {
  const t = useT();
  return <ErrorState title={t('kit.load_failed')} text={t('kit.load_failed_hint')} retry_label={t('kit.retry')} retry={retry} />;
}
