import type { FastifyInstance } from 'fastify';
import * as aiHearing from '@kaike/shared/contracts/ai/ai-hearing';
import * as aiReading from '@kaike/shared/contracts/ai/ai-reading';
import * as aiLevel from '@kaike/shared/contracts/ai/ai-level';
import * as aiMemories from '@kaike/shared/contracts/ai/ai-memories';
import * as lessonMaterials from '@kaike/shared/contracts/catalog/lesson-materials';
import * as aiMessages from '@kaike/shared/contracts/ai/ai-messages';
import * as aiTalk from '@kaike/shared/contracts/ai/ai-talk';
import type { Context } from '../../../core/context.ts';
import { readable } from '../../../core/chinese/chinese-script.ts';
import { route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { deleteChat } from './chats/handlers/delete-chat.ts';
import { finishChat } from './chats/handlers/finish-chat.ts';
import { rateChat } from './chats/handlers/rate-chat.ts';
import { exportChats } from './chats/handlers/export-chats.ts';
import { listTalkPeoples } from './chats/handlers/list-talk-peoples.ts';
import { listTalkScenes } from './chats/handlers/list-talk-scenes.ts';
import { getTalkSettings } from './chats/handlers/get-talk-settings.ts';
import { listSavedLines } from './chats/handlers/list-saved-lines.ts';
import { listChats } from './chats/handlers/list-chats.ts';
import { getChat } from './chats/handlers/get-chat.ts';
import { claimChat } from './chats/handlers/claim-chat.ts';
import { getChatReport } from './chats/handlers/get-chat-report.ts';
import { getLevel } from './level/get-level.ts';
import { updateLevel } from './level/update-level.ts';
import { getLessonTalk } from './lesson/get-lesson-talk.ts';
import { updateConsent } from './consents/update-consent.ts';
import { transcribeRecording } from './hearing/transcribe-recording.ts';
import { checkPronunciation } from './reading/check-pronunciation.ts';
import { getMaterial } from './material/get-material.ts';
import { updateMaterial } from './material/update-material.ts';
import { listMemories } from './memory/list-memories.ts';
import { createMemory } from './memory/create-memory.ts';
import { updateMemory } from './memory/update-memory.ts';
import { deleteMemory } from './memory/delete-memory.ts';
import { deleteAllMemories } from './memory/delete-all-memories.ts';
import { liveReplies } from './stream/live-replies.ts';
import { streamReply } from './stream/stream-reply.ts';
import { sendMessage } from './turns/handlers/send-message.ts';
import { retryReply } from './turns/handlers/retry-reply.ts';
import { stopReply } from './turns/handlers/stop-reply.ts';
import { getHint } from './turns/handlers/get-hint.ts';
import { saveLine } from './turns/handlers/save-line.ts';
import { dismissCorrection } from './turns/handlers/dismiss-correction.ts';
import { reportReply } from './turns/handlers/report-reply.ts';
import { explainWord } from './words/explain-word.ts';
import { synthesizeSample } from './words/synthesize-sample.ts';
import { synthesizeLine } from './words/synthesize-line.ts';
import { translateLine } from './words/translate-line.ts';
import { startChat } from './chats/handlers/start-chat.ts';

const starting = { by: 'user', max: 10, seconds: 3600, error: 'ai.start_limit' } as const;
/** Of turns and second replies together. */
const turns = { by: 'user', name: 'ai-turns', max: 20, seconds: 60, error: 'ai.too_fast' } as const;
/** As many as turns. */
const recordings = { by: 'user', max: 20, seconds: 60, error: 'ai.too_fast' } as const;
const lookups = { by: 'user', max: 60, seconds: 60 } as const;
/** Each may call a paid service; what was spoken before counts, too. */
const reading = { by: 'user', name: 'ai-reading', max: 90, seconds: 60 } as const;
const writing = { by: 'user', max: 120, seconds: 60 } as const;

/** Replies end before the connections of their readers do. */
function drainReplies(app: FastifyInstance, { ctx }: { ctx: Context }): void {
  const replies = liveReplies(ctx);
  app.addHook('preClose', () => replies.drain());
}

/** The learner's talk with an AI teacher. */
export const talkFeature: Feature = {
  routes: [
    route.member(aiTalk.listTalkPeoples, { handler: listTalkPeoples }),
    route.member(aiTalk.synthesizeSample, { limit: reading, handler: synthesizeSample }),
    route.member(aiTalk.listTalkScenes, { handler: readable(listTalkScenes) }),
    route.member(aiTalk.getLessonTalk, { limit: writing, handler: readable(getLessonTalk) }),
    route.admin(lessonMaterials.getMaterial, { permission: 'admin.courses.update', handler: getMaterial }),
    route.admin(lessonMaterials.updateMaterial, {
      permission: 'admin.courses.update',
      by_token: true,
      handler: updateMaterial,
    }),
    route.member(aiTalk.getTalkSettings, { handler: getTalkSettings }),
    route.member(aiTalk.listChats, { limit: lookups, handler: listChats }),
    route.member(aiTalk.listSavedLines, { limit: lookups, handler: readable(listSavedLines) }),
    route.member(aiTalk.exportChats, { limit: lookups, handler: exportChats }),
    route.member(aiTalk.startChat, { limit: starting, handler: startChat }),
    route.member(aiTalk.getChat, { limit: writing, handler: readable(getChat) }),
    route.member(aiTalk.deleteChat, { limit: writing, handler: deleteChat }),
    route.member(aiTalk.finishChat, { limit: writing, handler: readable(finishChat) }),
    route.member(aiTalk.claimChat, { limit: writing, handler: readable(claimChat) }),
    route.member(aiTalk.rateChat, { limit: writing, handler: readable(rateChat) }),
    route.member(aiTalk.getChatReport, { limit: writing, handler: readable(getChatReport) }),
    route.member(aiHearing.transcribeRecording, { limit: recordings, handler: transcribeRecording }),
    route.member(aiReading.checkPronunciation, { limit: recordings, handler: checkPronunciation }),
    route.member(aiHearing.updateConsent, { limit: lookups, handler: updateConsent }),
    route.member(aiLevel.getLevel, { limit: writing, handler: getLevel }),
    route.member(aiLevel.updateLevel, { limit: lookups, handler: updateLevel }),
    route.member(aiMemories.listMemories, { limit: writing, handler: listMemories }),
    route.member(aiMemories.createMemory, { limit: lookups, status: 201, handler: createMemory }),
    route.member(aiMemories.updateMemory, { limit: lookups, handler: updateMemory }),
    route.member(aiMemories.deleteMemory, { limit: lookups, handler: deleteMemory }),
    route.member(aiMemories.deleteAllMemories, { limit: lookups, handler: deleteAllMemories }),
    route.member(aiMessages.sendMessage, { limit: turns, handler: sendMessage }),
    route.member(aiMessages.streamReply, { limit: writing, handler: streamReply }),
    route.member(aiMessages.stopReply, { limit: writing, handler: readable(stopReply) }),
    route.member(aiMessages.retryReply, { limit: turns, handler: retryReply }),
    route.member(aiMessages.getHint, { limit: lookups, handler: readable(getHint) }),
    route.member(aiMessages.saveLine, { limit: writing, handler: readable(saveLine) }),
    route.member(aiMessages.dismissCorrection, { limit: writing, handler: readable(dismissCorrection) }),
    route.member(aiMessages.reportReply, { limit: lookups, handler: readable(reportReply) }),
    route.member(aiMessages.translateLine, { limit: lookups, handler: translateLine }),
    route.member(aiMessages.synthesizeLine, { limit: reading, handler: synthesizeLine }),
    route.member(aiMessages.explainWord, { limit: lookups, handler: readable(explainWord) }),
  ],
  mount: drainReplies,
};
