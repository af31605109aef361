import type * as aiMessages from '@kaike/shared/contracts/ai/ai-messages';
import type { MemberCallOf } from '../../../../../core/call.ts';
import { startTurn } from '../start-turn.ts';
import { answerTurn } from '../answer-turn.ts';

export const sendMessage = (call: MemberCallOf<typeof aiMessages.sendMessage>) =>
  answerTurn(call, () => startTurn(call));
