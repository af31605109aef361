import { messagesBehaviour } from './notices/messages.resource.ts';
import { noticesJobs } from './notices/notices.jobs.ts';
import { smsFeature } from './sms/sms.routes.ts';
import { wechatFeature } from './wechat/wechat.routes.ts';
import type { Domain } from '../domain.ts';

export const messagingDomain: Domain = {
  features: [wechatFeature, smsFeature],
  behaviours: { messages: messagesBehaviour },
  jobs: [...noticesJobs],
};
