import { field } from '@kaike/shared/kit/field';
import { parsePrivateKey, parsePublicKey } from '../../../core/settings/parse-key.ts';
import { defineProvider } from '../../provider.ts';
import type { FaceDeps, FaceProvider } from '../port.ts';
import { createAlipayFace } from './verify-face.ts';

const officialGateway = 'https://openapi.alipay.com/gateway.do';

export const alipayFace = defineProvider({
  name: 'alipay',
  settings: {
    face_alipay_appid: field.text({ rules: 'required|max:500' }),
    face_alipay_private_key: field.password({ rules: 'required|max:8000', key_kind: 'private' }),
    face_alipay_public_key: field.long_text({ rules: 'required|max:8000', key_kind: 'public' }),
    face_alipay_gateway: field.text({ rules: 'url|max:500' }),
  },
  create: (values, deps: FaceDeps): FaceProvider =>
    createAlipayFace(
      {
        app_id: values.face_alipay_appid,
        private_key: parsePrivateKey(values.face_alipay_private_key),
        alipay_key: parsePublicKey(values.face_alipay_public_key),
        gateway: values.face_alipay_gateway || officialGateway,
      },
      deps,
    ),
});
