import type { aiChats } from '@kaike/shared/resources/ai/ai-chats';
import type { ResourceView } from '../../../kit/resource-view.ts';
import { TranscriptPanel } from './transcript.tsx';

export const resourceView: ResourceView<typeof aiChats> = {
  panels: [
    {
      key: 'transcript',
      wording: 'resources.ai-chats.detail.transcript',
      panel: TranscriptPanel,
      permission: 'transcript',
      first: true,
    },
  ],
};
