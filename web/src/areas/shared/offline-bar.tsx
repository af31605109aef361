import { useSyncExternalStore } from 'react';
import { useT } from '../../app/wording.ts';
import { Icon } from '../../ui/icon.tsx';
import css from './offline-bar.module.css';

function watchNetwork(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/** Shows that the network is down, as long as it is. */
export function OfflineBar() {
  const t = useT();
  const isOnline = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  return isOnline ? null : (
    <div className={css['offline']} role="status">
      <Icon name="offline" size={18} />
      {t('common.offline')}
    </div>
  );
}
