import * as start from '@kaike/shared/contracts/auth/start';
import { route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { messengerCallbacks, mountMessageNotify } from './message-notify.ts';
import { mountVerifyFiles } from './verify-file.ts';
import { getWxConfig } from './get-wx-config.ts';

/** Endpoints for WeChat's browser and server. */
export const wechatFeature: Feature = {
  routes: [
    route.open(start.getWxConfig, {
      ignores_ended_session: true,
      limit: { by: 'ip', max: 300, seconds: 60 },
      handler: getWxConfig,
    }),
  ],
  callbacks: messengerCallbacks,
  mount(app, options) {
    mountMessageNotify(app, options);
    mountVerifyFiles(app, options);
  },
};
