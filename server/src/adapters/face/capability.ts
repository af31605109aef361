import { defineCapability } from '../provider.ts';
import { alipayFace } from './alipay/provider.ts';
import { aliyunFace } from './aliyun/provider.ts';
import type { FaceDeps, FaceProvider } from './port.ts';
import { tencentFace } from './tencent/provider.ts';

export const faceCapability = defineCapability<FaceDeps, FaceProvider>()({
  driver: 'face_driver',
  providers: [aliyunFace, tencentFace, alipayFace],
  settings: {},
});
