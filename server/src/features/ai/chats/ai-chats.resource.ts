import * as aiChatsApi from '@kaike/shared/contracts/ai/ai-chats';
import { aiChats } from '@kaike/shared/resources/ai/ai-chats';
import { route } from '../../../core/route.ts';
import { defineBehaviour } from '../../../kit/behaviour.ts';
import { endTalks } from './end-talks.ts';
import { getTranscript } from './get-transcript.ts';

export const aiChatsBehaviour = defineBehaviour(aiChats, {
  actions: {
    finish: (action) => endTalks(action, 'finish'),
    block: (action) => endTalks(action, 'block'),
  },
  routes: [
    route.admin(aiChatsApi.getTranscript, {
      permission: 'admin.ai-chats.transcript',
      limit: { by: 'user', max: 120, seconds: 60 },
      handler: getTranscript,
    }),
  ],
});
