import type { FastifyInstance } from 'fastify';
import * as aiHearing from '@kaike/shared/contracts/ai-hearing';
import * as aiReading from '@kaike/shared/contracts/ai-reading';
import * as aiLevel from '@kaike/shared/contracts/ai-level';
import * as aiMemories from '@kaike/shared/contracts/ai-memories';
import * as lessonMaterials from '@kaike/shared/contracts/lesson-materials';
import * as aiMessages from '@kaike/shared/contracts/ai-messages';
import * as aiTalk from '@kaike/shared/contracts/ai-talk';
import type { Context } from '../../core/context.ts';
import { readable } from '../../core/chinese/chinese-script.ts';
import type { MemberCallOf } from '../../core/call.ts';
import { respond, type Answer } from '../../core/respond.ts';
import { route } from '../../core/route.ts';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { Feature } from '../feature.ts';
import { deleteTalk, finishTalk, rateTalk } from './chats/change-chat.ts';
import { exportOwnTalks } from './chats/export-talks.ts';
import { readPeoples, readScenes, readTalkSettings } from './chats/read-choices.ts';
import { listSavedLines } from './chats/saved-lines.read.ts';
import { listTalks, readTalk, takeOver } from './chats/show-chat.ts';
import { startTalk } from './chats/start-chat.ts';
import { readReport } from './chats/write-report.ts';
import { chooseLevel, readLevel } from './level/read-level.ts';
import { readLessonTalk } from './lesson/read-lesson-talk.ts';
import { saveConsent } from './consents/set-consent.ts';
import { takeRecording } from './hearing/take-recording.ts';
import { takeReading } from './reading/take-reading.ts';
import { saveMaterial, showMaterial } from './material/edit-material.ts';
import { dropMemories, dropMemory, editMemory, listMemories, writeMemory } from './memory/edit-memories.ts';
import { liveReplies } from './stream/live-replies.ts';
import { sendFollowed } from './stream/send-events.ts';
import { takeMessage, takeRetry } from './turns/answer-turn.ts';
import { giveHint, markReply, refuseCorrection, reportReply, stopReply } from './turns/touch-message.ts';
import { explain } from './words/explain-word.ts';
import { readLine, speakSample } from './words/read-line.ts';
import { translateLine } from './words/translate-line.ts';

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

/** Answers 201 for a talk that was not begun before. */
async function start(
  call: MemberCallOf<typeof aiTalk.startChat>,
): Promise<Answer<ResponseOf<typeof aiTalk.startChat>>> {
  const body = await readable(startTalk)(call);
  return respond(body, { status: body.is_resumed ? 200 : 201 });
}

/** The learner's talk with an AI teacher. */
export const aiTalkFeature: Feature = {
  routes: [
    route.member(aiTalk.listTalkPeoples, { handler: readPeoples }),
    route.member(aiTalk.synthesizeSample, { limit: reading, handler: speakSample }),
    route.member(aiTalk.listTalkScenes, { handler: readable(readScenes) }),
    route.member(aiTalk.getLessonTalk, { limit: writing, handler: readable(readLessonTalk) }),
    route.admin(lessonMaterials.getMaterial, { permission: 'admin.courses.update', handler: showMaterial }),
    route.admin(lessonMaterials.updateMaterial, {
      permission: 'admin.courses.update',
      by_token: true,
      handler: saveMaterial,
    }),
    route.member(aiTalk.getTalkSettings, { handler: readTalkSettings }),
    route.member(aiTalk.listChats, { limit: lookups, handler: listTalks }),
    route.member(aiTalk.listSavedLines, { limit: lookups, handler: readable(listSavedLines) }),
    route.member(aiTalk.exportChats, { limit: lookups, handler: exportOwnTalks }),
    route.member(aiTalk.startChat, { limit: starting, handler: start }),
    route.member(aiTalk.getChat, { limit: writing, handler: readable(readTalk) }),
    route.member(aiTalk.deleteChat, { limit: writing, handler: deleteTalk }),
    route.member(aiTalk.finishChat, { limit: writing, handler: readable(finishTalk) }),
    route.member(aiTalk.claimChat, { limit: writing, handler: readable(takeOver) }),
    route.member(aiTalk.rateChat, { limit: writing, handler: readable(rateTalk) }),
    route.member(aiTalk.getChatReport, { limit: writing, handler: readable(readReport) }),
    route.member(aiHearing.transcribeRecording, { limit: recordings, handler: takeRecording }),
    route.member(aiReading.checkPronunciation, { limit: recordings, handler: takeReading }),
    route.member(aiHearing.updateConsent, { limit: lookups, handler: saveConsent }),
    route.member(aiLevel.getLevel, { limit: writing, handler: readLevel }),
    route.member(aiLevel.updateLevel, { limit: lookups, handler: chooseLevel }),
    route.member(aiMemories.listMemories, { limit: writing, handler: listMemories }),
    route.member(aiMemories.createMemory, { limit: lookups, status: 201, handler: writeMemory }),
    route.member(aiMemories.updateMemory, { limit: lookups, handler: editMemory }),
    route.member(aiMemories.deleteMemory, { limit: lookups, handler: dropMemory }),
    route.member(aiMemories.deleteAllMemories, { limit: lookups, handler: dropMemories }),
    route.member(aiMessages.sendMessage, { limit: turns, handler: takeMessage }),
    route.member(aiMessages.streamReply, { limit: writing, handler: sendFollowed }),
    route.member(aiMessages.stopReply, { limit: writing, handler: readable(stopReply) }),
    route.member(aiMessages.retryReply, { limit: turns, handler: takeRetry }),
    route.member(aiMessages.getHint, { limit: lookups, handler: readable(giveHint) }),
    route.member(aiMessages.saveLine, { limit: writing, handler: readable(markReply) }),
    route.member(aiMessages.dismissCorrection, { limit: writing, handler: readable(refuseCorrection) }),
    route.member(aiMessages.reportReply, { limit: lookups, handler: readable(reportReply) }),
    route.member(aiMessages.translateLine, { limit: lookups, handler: translateLine }),
    route.member(aiMessages.synthesizeLine, { limit: reading, handler: readLine }),
    route.member(aiMessages.explainWord, { limit: lookups, handler: readable(explain) }),
  ],
  mount: drainReplies,
};
