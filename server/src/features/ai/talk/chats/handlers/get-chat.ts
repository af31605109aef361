import type { ShownChat } from '@kaike/shared/contracts/ai/ai-talk';
import type * as aiTalk from '@kaike/shared/contracts/ai/ai-talk';
import type { MemberCallOf } from '../../../../../core/call.ts';
import { describeChat } from '../describe-chat.ts';

export const getChat = (call: MemberCallOf<typeof aiTalk.getChat>): Promise<ShownChat> =>
  describeChat(call, { id: call.params.id, lease: call.query.lease ?? null, after_seq: call.query.after_seq ?? 0 });
