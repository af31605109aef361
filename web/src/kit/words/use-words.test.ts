import { describe, expect, it } from 'vitest';
import { inSentence, wordsOf } from './use-words.ts';

describe('inSentence', () => {
  it.each([
    ['Card themes', 'card themes'],
    ['AI chats', 'AI chats'],
    ['App 版本', 'App 版本'],
    ['卡片主题', '卡片主题'],
  ])('%s → %s', (name, expected) => expect(inSentence(name)).toBe(expected));
});

describe('say', () => {
  const texts: Record<string, string> = {
    'resources.entitlements.unit': '{count} 项课程权益',
    'resources.entitlements.say.revoke': '撤销{what}',
    'kit.row': '“{title}”',
  };
  const words = wordsOf(
    (key, params = {}) => (texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => String(params[name])),
    'entitlements',
  );
  it('separates a number from the words around it', () => expect(words.say('revoke', 4)).toBe('撤销 4 项课程权益'));
  it('keeps a title as written', () => expect(words.say('revoke', '雅思7分班')).toBe('撤销“雅思7分班”'));
});
