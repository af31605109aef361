import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

/** Format of the storage keys the server generates. */
const key = ['regex:^\\d{4}/\\d{2}/[0-9a-f]{30}\\.[a-z0-9]{2,4}$'];

const uploadGrant = s.object({
  driver: s.string(),
  method: s.string(),
  upload_url: s.string(),
  bucket: s.string(),
  token: s.string(),
  key: s.string(),
  part_size: s.integer(),
  expires_at: s.time(),
  max_size: s.integer(),
  accept: s.array(s.string()),
});

/** Grants a direct upload to the storage. Send `key` to continue an upload whose token has expired. */
export const getUploadToken = contract({
  method: 'GET',
  path: '/admin/media/upload-token',
  query: {
    name: field.text({ rules: 'required|max:255' }),
    size: field.bytes({ rules: 'required|min_value:1' }),
    key: field.text({ rules: key }),
  },
  response: uploadGrant,
});
export type UploadToken = SchemaValue<(typeof getUploadToken)['response']>;

export const mediaItem = s.object({
  id: s.integer(),
  title: s.string(),
  status: s.integer(),
  progress: s.integer(),
  error: s.string(),
  duration_sec: s.integer(),
  size: s.integer(),
  width: s.integer(),
  height: s.integer(),
  cover: s.nullable(s.string()),
});
export type MediaItem = SchemaValue<typeof mediaItem>;

/** Registers an uploaded file as media. Repeating the request returns the same row. */
export const createMedia = contract({
  method: 'POST',
  path: '/admin/media',
  body: { key: field.text({ rules: ['required', ...key] }), title: field.text({ rules: 'required|max:200' }) },
  response: s.object({ media: mediaItem }),
});

/** A URL that plays a processed video for an hour. */
export const getMediaPreview = contract({
  method: 'GET',
  path: '/admin/media/:id/preview',
  response: s.object({ mode: s.literal('hls', 'mp4'), url: s.string(), expires_at: s.time() }),
});

/** Multipart with one picture in the field `file`. */
export const uploadImage = contract({
  method: 'POST',
  path: '/home/upload/index',
  response: s.object({ url: s.string(), width: s.integer(), height: s.integer(), size: s.integer() }),
});

/** Uploads a picture from a rich-text editor; common editors expect the URL in `location`. */
export const uploadEditorImage = contract({
  method: 'POST',
  path: '/home/upload/editor-index',
  response: s.object({
    url: s.string(),
    location: s.string(),
    width: s.integer(),
    height: s.integer(),
    size: s.integer(),
  }),
});

/**
 * How a client uploads. The server re-encodes pictures, so they are sent to `upload_url` as a form and need no token; video
 * and audio go directly to the storage and require the back office's upload permission.
 */
export const getOwnUploadToken = contract({
  method: 'GET',
  path: '/home/upload/token',
  query: {
    type: field.choice(
      [
        { value: 'image', key: 'image' },
        { value: 'media', key: 'media' },
      ],
      { rules: 'required' },
    ),
    name: field.text({ rules: 'required_if:type,media|max:255' }),
    size: field.bytes({ rules: 'required_if:type,media|min_value:1' }),
    key: field.text({ rules: key }),
  },
  response: uploadGrant,
});
