import type { aiPeoples } from '@kaike/shared/resources/ai/ai-peoples';
import type { ResourceView } from '../../../kit/resource-view.ts';
import { VoicePanel } from './voice-panel.tsx';

export const resourceView: ResourceView<typeof aiPeoples> = {
  panels: [{ key: 'voice', wording: 'resources.ai-peoples.detail.voice', panel: VoicePanel, permission: 'update' }],
};
