import type { ResourceView } from '../../kit/resource-view.ts';
import { SyncPanel } from './sync-panel.tsx';

export const resourceView: ResourceView = {
  panels: [{ key: 'sync', wording: 'product_sync.title', panel: SyncPanel, permission: 'sync' }],
};
