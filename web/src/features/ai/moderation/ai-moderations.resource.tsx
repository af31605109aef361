import type { aiModerations } from '@kaike/shared/resources/ai/ai-moderations';
import type { ResourceView } from '../../../kit/resource-view.ts';
import { SealedWords } from './sealed-words.tsx';

export const resourceView: ResourceView<typeof aiModerations> = {
  panels: [
    {
      key: 'words',
      wording: 'resources.ai-moderations.panel',
      panel: SealedWords,
      permission: 'reveal',
      first: true,
    },
  ],
};
