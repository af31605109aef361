/** What a call is booked on. */
export type TranslationCause = { member_id: number; chat_id: number; message_id: number };

/** A text and its language, as `en`. */
export type SourceText = { text: string; language: string };

/** Who translates lines of talks into Chinese, when it is not the chat service. */
export type TranslationService = {
  /** Whether the settings name a vendor; else the chat service translates. */
  isChosen: () => Promise<boolean>;
  /** Whether the vendor would translate now: its account refuses, it cannot be reached, or the day's money is spent. */
  isOn: () => Promise<boolean>;
  /** Throws an `AdapterError` unless the whole text was translated; `unavailable`, reason `resting`, while nobody is to be called. */
  translate: (source: SourceText, cause: TranslationCause) => Promise<string>;
  /** False while a vendor is chosen and none has a complete account. */
  isSetUp: () => Promise<boolean>;
  /** A short sentence for the vendor in this place of the settings; resolves to its id of the call. */
  test: (place: number) => Promise<{ id: string }>;
  /** Whether the vendor refused the account within a day and has not answered since. */
  isRefused: () => Promise<boolean>;
};
