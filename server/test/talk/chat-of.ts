import type { ChatProvider, ChatService } from '../../src/adapters/chat/port.ts';

/** A chat service in which this writer writes every talk. */
export const chatOf = (writer: ChatProvider, vendor: string | null): ChatService => ({
  vendor: () => Promise.resolve(vendor),
  recipients: () => Promise.resolve(vendor === null ? [] : [vendor]),
  writer: () => Promise.resolve(writer),
  complete: () => Promise.reject(new Error('nothing completes a text')),
  isSetUp: () => Promise.resolve(true),
  test: () => Promise.resolve({ id: '' }),
  isRefused: () => Promise.resolve(false),
});
