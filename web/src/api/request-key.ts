export type RequestKeys = {
  /** The key of this input: the same for a retry, a new one as soon as anything in it differs. */
  keyOf: (input: unknown) => string;
  /** The next request gets a new key, even with the same input. */
  renew: () => void;
};

/** Keys (`X-Idempotency-Key`) for the writes of one form or dialog. */
export function createRequestKeys(): RequestKeys {
  let last: { input: string; key: string } | null = null;
  return {
    keyOf: (input) => {
      const text = JSON.stringify(input);
      if (last?.input !== text) last = { input: text, key: crypto.randomUUID() };
      return last.key;
    },
    renew: () => {
      last = null;
    },
  };
}
