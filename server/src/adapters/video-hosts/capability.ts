import { defineCapability } from '../provider.ts';
import { aliyunVideo } from './aliyun/provider.ts';
import type { HostDeps } from './host-deps.ts';
import type { VideoHost } from './port.ts';

/** Where new videos go; videos stay where they are when another host is selected. Sounds are always packaged here. */
export const videoCapability = defineCapability<HostDeps, VideoHost>()({
  driver: 'video_driver',
  providers: [aliyunVideo],
  settings: {},
});
