/** What was said so far, oldest first. The learner's words are always of role `user`. */
export type ChatMessage = { role: 'system' | 'user' | 'assistant'; content: string };

/** What a vendor is sent. The options replace those of the settings. */
export type ChatPrompt = {
  messages: readonly ChatMessage[];
  model?: string | undefined;
  temperature?: number | undefined;
  max_tokens?: number | undefined;
};

/** What a call is booked on. */
export type ChatCause = { member_id: number; chat_id: number; message_id?: number };

export type ChatOptions = {
  /** The scene as it was when the talk began. Large, and needed by lines that were written in advance only: who does not read it does not hold it. */
  scene: () => Promise<unknown>;
  cefr: string;
  /** The same seed and messages always get the same reply from a provider that writes in advance. */
  seed: number;
  /** Null for a case of the lab. */
  cause: ChatCause | null;
  /** Read only when a vendor is called. */
  prompt: () => Promise<ChatPrompt>;
};

/** A piece of a reply, or its end. A stream without an end was broken off. */
export type ChatPiece =
  /** An empty text says that the writer is still at work. */
  | { text: string }
  /** Who writes what follows, if not the one that was asked; `is_stand_in`: lines written in advance in place of a vendor. */
  | { by: string; is_stand_in: boolean }
  /** `blocked`: nothing of the reply may be kept. `translation`: Chinese, when it is known. */
  | { finish_reason: 'stop' | 'length' | 'blocked'; translation: string | null };

/** Who writes the teacher's lines. */
export type ChatProvider = {
  readonly name: string;
  /** Milliseconds without anything after which a reply counts as broken off: for its first piece, and between two. */
  readonly timeouts: { first_ms: number; next_ms: number };
  /** Ends early, without an error or with one, when the signal is aborted. */
  stream: (messages: readonly ChatMessage[], options: ChatOptions, signal: AbortSignal) => AsyncIterable<ChatPiece>;
};

/** Who may write the teacher's lines in this school. */
export type ChatService = {
  /** The name of the vendor that would write a new talk, of this member; null while none is set up, its account refuses, or a budget of the day is spent. */
  vendor: (memberId?: number) => Promise<string | null>;
  /** All that may be sent the words of a talk, of this member; none while nobody would write. */
  recipients: (memberId: number) => Promise<readonly string[]>;
  /** Who writes in a talk that began with this provider. Where no vendor can, the script of the scene stands in. */
  writer: (provider: string) => Promise<ChatProvider>;
  /** A short text by a vendor in the settings, whole or not at all: throws an `AdapterError` when it cannot be had. */
  complete: (
    prompt: ChatPrompt,
    on: {
      purpose: 'translate' | 'memory' | 'opener' | 'notes' | 'goals' | 'correct' | 'report' | 'lab';
      cause: ChatCause | null;
    },
  ) => Promise<string>;
  /** False while a vendor is chosen and none has a complete account. */
  isSetUp: () => Promise<boolean>;
  /** One short request to the vendor in this place of the settings; resolves to its id of it. */
  test: (place: number) => Promise<{ id: string }>;
  /** Whether a vendor refused the account within a day and has not answered since. */
  isRefused: () => Promise<boolean>;
};
