/** What was said so far, oldest first. The learner's words are always of role `user`. */
export type ChatMessage = { role: 'system' | 'user' | 'assistant'; content: string };

export type ChatOptions = {
  /** The scene as it was when the talk began. */
  scene: unknown;
  cefr: string;
  /** The same seed and messages always get the same reply from a provider that writes in advance. */
  seed: number;
};

/** A piece of a reply, or its end. A stream without an end was broken off. */
export type ChatPiece =
  | { text: string }
  | { finish_reason: 'stop' | 'length'; /** Chinese, when it is known. */ translation: string | null };

/** Who writes the teacher's lines. */
export type ChatProvider = {
  readonly name: string;
  /** Milliseconds without anything after which a reply counts as broken off: for its first piece, and between two. */
  readonly patience: { first_ms: number; next_ms: number };
  /** Ends early, without an error or with one, when the signal is aborted. */
  stream: (messages: readonly ChatMessage[], options: ChatOptions, signal: AbortSignal) => AsyncIterable<ChatPiece>;
};
