export type RequestKeys = {
  /** The key of this input: the same for a retry, another one as soon as anything in it differs. */
  keyOf: (input: unknown) => string;
  /** What is sent next is a new request, even with the same input. */
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
