import { field } from '@kaike/shared/kit/field';
import { defineProvider } from '../../provider.ts';
import type { FaceDeps, FaceProvider } from '../port.ts';
import { createAliyunFace } from './verify-face.ts';

/** The second one is called when the first cannot be reached. */
const officialBases = ['https://cloudauth.cn-shanghai.aliyuncs.com', 'https://cloudauth.cn-beijing.aliyuncs.com'];

export const aliyunFace = defineProvider({
  name: 'aliyun',
  settings: {
    face_access_key_id: field.text({ rules: 'required|max:500' }),
    face_access_key_secret: field.password({ rules: 'required|max:8000', key_kind: 'token' }),
    face_scene_id: field.text({ rules: 'required|digits_between:1,20' }),
    face_aliyun_base: field.text({ rules: 'url|max:500' }),
  },
  create: (values, deps: FaceDeps): FaceProvider =>
    createAliyunFace(
      {
        key: { id: values.face_access_key_id, secret: values.face_access_key_secret },
        scene_id: values.face_scene_id,
        bases: values.face_aliyun_base === '' ? officialBases : [values.face_aliyun_base],
      },
      deps,
    ),
});
