import type { aiPromptTemplates } from '@kaike/shared/resources/ai/ai-prompt-templates';
import { templateType } from '@kaike/shared/domain/ai/ai-template';
import type { ResourceView } from '../../../kit/resource-view.ts';
import { LabPanel } from './lab-panel.tsx';
import { TrialPanel } from './trial-panel.tsx';
import { VersionsPanel } from './versions-panel.tsx';

export const resourceView: ResourceView<typeof aiPromptTemplates> = {
  panels: [
    {
      key: 'trial',
      wording: 'resources.ai-prompt-templates.detail.trial',
      panel: TrialPanel,
      permission: 'show',
      when: ({ type }) => type === templateType.scene,
    },
    {
      key: 'lab',
      wording: 'resources.ai-prompt-templates.detail.lab',
      panel: LabPanel,
      permission: 'show',
      when: ({ type }) => type === templateType.scene,
    },
    {
      key: 'versions',
      wording: 'resources.ai-prompt-templates.detail.versions',
      panel: VersionsPanel,
      permission: 'show',
    },
  ],
};
