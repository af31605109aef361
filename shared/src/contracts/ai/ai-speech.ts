import { s, type SchemaValue } from '../../kit/schema.ts';

/** How a text is to be heard. `audio`: the sound at `url`, for some minutes. `browser`: by a voice of the browser. */
export const speech = s.object({
  driver: s.literal('audio', 'browser'),
  url: s.optional(s.string()),
  mime: s.optional(s.string()),
  text: s.string(),
  lang: s.string(),
  /** 1 is the normal speed of a voice. */
  rate: s.number(),
  /** Where the text begins in its message. */
  from: s.integer(),
  /** Whether the message ends with it; a reply that is being written may go on. */
  is_last: s.boolean(),
});
export type Spoken = SchemaValue<typeof speech>;
