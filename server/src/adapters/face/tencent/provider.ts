import { field } from '@kaike/shared/kit/field';
import { defineProvider } from '../../provider.ts';
import type { FaceDeps, FaceProvider } from '../port.ts';
import { createTencentFace } from './verify-face.ts';

const officialBase = 'https://faceid.tencentcloudapi.com';

export const tencentFace = defineProvider({
  name: 'tencent',
  settings: {
    face_tencent_secret_id: field.text({ rules: 'required|max:500' }),
    face_tencent_secret_key: field.password({ rules: 'required|max:8000', key_kind: 'token' }),
    face_tencent_rule_id: field.text({ rules: 'required|max:100' }),
    face_tencent_base: field.text({ rules: 'url|max:500' }),
  },
  create: (values, deps: FaceDeps): FaceProvider =>
    createTencentFace(
      {
        key: { id: values.face_tencent_secret_id, secret: values.face_tencent_secret_key },
        rule_id: values.face_tencent_rule_id,
        base: values.face_tencent_base || officialBase,
      },
      deps,
    ),
});
