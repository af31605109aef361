import type { ResourceView } from '../../kit/resource-view.ts';
import { OutlinePanel } from './outline/outline-panel.tsx';

export const resourceView: ResourceView = {
  panels: [{ key: 'outline', wording: 'outline.title', panel: OutlinePanel, permission: 'show' }],
};
