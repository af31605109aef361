/** What a call is booked on; null for the school's own. */
export type SpeechCause = { member_id: number; chat_id?: number; message_id?: number } | null;

/** A voice of the vendor in the settings. */
export type Voice = { provider: string; model: string; name: string };

/** A sound as its bytes say. */
export type Sound = { bytes: Uint8Array; ext: 'mp3' | 'wav'; mime: string };

/** Who reads texts aloud for this school. */
export type SpeechService = {
  /** The usual voice; null while no vendor is set up. It stays while the vendor rests: what was spoken before can still be heard. */
  voice: () => Promise<Voice | null>;
  /** Throws an `AdapterError` unless the whole text was spoken; `unavailable`, reason `resting`, while nobody is to be called. */
  speak: (speech: { text: string; voice: string }, cause: SpeechCause) => Promise<Sound>;
  /** False while a vendor is chosen whose account is not complete. */
  isSetUp: () => Promise<boolean>;
  /** A few words by the vendor in the settings; resolves to its id of the call. */
  test: () => Promise<{ id: string }>;
  /** Whether the vendor refused the account within a day and has not answered since. */
  isRefused: () => Promise<boolean>;
};
