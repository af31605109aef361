import type { CompatibleDeps } from '../compatible/call-compatible.ts';

export type SoundType = 'wav' | 'mp4' | 'webm' | 'ogg' | 'mp3';

/** A recording of speech. */
export type RecordedSound = { bytes: Uint8Array; type: SoundType; /** Its length. */ ms: number };

/** What was said; empty when there was nothing but noise. */
export type TranscribedSpeech = {
  text: string;
  /** 0 to 1; null when the vendor does not say. */
  confidence: number | null;
  /** The vendor's id of the call. */
  id: string;
};

export type SpeechRequest = { sound: RecordedSound; /** As `en`. */ language: string; timeout_ms: number };

/** A service that writes down speech, with the school's account. */
export type Transcriber = {
  name: string;
  model: string;
  /** Differs when anything about the account does. */
  account: string;
  /** What learners are told about who receives their voice; an empty title stands for the vendor's own name. */
  recipient: { title: string; is_abroad: boolean };
  /** What recordings it takes; others are converted where they are made. */
  takes: readonly SoundType[];
  write: (request: SpeechRequest) => Promise<TranscribedSpeech>;
};

export type TranscriberDeps = { clock: () => Date } & CompatibleDeps;

/** What a call is booked on. */
export type TranscriptionCause = { member_id: number; chat_id: number };

/** Who hears what learners say in this school. */
export type Transcription = {
  /** All that may be sent a recording of this member; none while none is set up, their accounts refuse, they cannot be reached, or a budget of the day is spent. */
  vendors: (memberId: number) => Promise<readonly Pick<Transcriber, 'name' | 'recipient' | 'takes'>[]>;
  /** Throws an `AdapterError` when nobody can hear now. */
  hear: (sound: RecordedSound, language: string, cause: TranscriptionCause) => Promise<TranscribedSpeech>;
  /** False while a vendor is chosen and none has a complete account. */
  isSetUp: () => Promise<boolean>;
  /** One second of a tone for the vendor in this place of the settings; resolves to its id of the call. */
  test: (place: number) => Promise<{ id: string }>;
  /** Whether a vendor refused the account within a day and has not answered since. */
  isRefused: () => Promise<boolean>;
};
