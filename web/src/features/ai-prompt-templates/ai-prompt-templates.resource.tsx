import type { aiPromptTemplates } from '@kaike/shared/resources/ai-prompt-templates';
import type { ResourceView } from '../../kit/resource-view.ts';
import { VersionsPanel } from './versions-panel.tsx';

export const resourceView: ResourceView<typeof aiPromptTemplates> = {
  panels: [
    {
      key: 'versions',
      wording: 'resources.ai-prompt-templates.detail.versions',
      panel: VersionsPanel,
      permission: 'show',
    },
  ],
};
