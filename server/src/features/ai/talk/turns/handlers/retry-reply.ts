import type * as aiMessages from '@kaike/shared/contracts/ai/ai-messages';
import type { MemberCallOf } from '../../../../../core/call.ts';
import { restartTurn } from '../restart-turn.ts';
import { answerTurn } from '../answer-turn.ts';

export const retryReply = (call: MemberCallOf<typeof aiMessages.retryReply>) =>
  answerTurn(call, () => restartTurn(call));
