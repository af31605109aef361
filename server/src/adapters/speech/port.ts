/** What a call is booked on; null for the school's own. */
export type SpeechCause = { member_id: number; chat_id?: number; message_id?: number } | null;

/** The usual voice of a vendor in the settings; `account` tells vendors of one name apart. */
export type Voice = { provider: string; model: string; name: string; account: string };

/** A sound as its bytes say. */
export type SpokenSound = { bytes: Uint8Array; ext: 'mp3' | 'wav'; mime: string };

/** Who reads texts aloud for this school. */
export type SpeechService = {
  /** The usual voices, in the order their vendors are asked. They stay while a vendor rests: what was spoken before can still be heard. */
  voices: () => Promise<readonly Voice[]>;
  /** Throws an `AdapterError` unless the whole text was spoken; `unavailable`, reason `resting`, while nobody is to be called. */
  speak: (speech: { text: string; voice: string; account: string }, cause: SpeechCause) => Promise<SpokenSound>;
  /** False while a vendor is chosen and none has a complete account. */
  isSetUp: () => Promise<boolean>;
  /** A few words by the vendor in this place of the settings; resolves to its id of the call. */
  test: (place: number) => Promise<{ id: string }>;
  /** Whether the vendor refused the account within a day and has not answered since. */
  isRefused: () => Promise<boolean>;
};
