import type { ShownChat } from '@kaike/shared/contracts/ai/ai-talk';
import { formatDateTime } from '@kaike/shared/kit/format';
import type { Translate } from '@kaike/shared/kit/wording';

/** A talk as text. What a machine wrote says so in its head and at each line, with its number. */
export function writeTalk({ chat, messages }: ShownChat, t: Translate): string {
  const isScript = chat.provider === 'script';
  const head = t('talk.export.head', {
    title: chat.title,
    name: chat.people.name,
    time: formatDateTime(chat.started_at).slice(0, 16),
    level: chat.cefr,
  });
  const lines = messages
    .filter(({ is_replaced, content }) => !is_replaced && content !== '')
    .map(({ role, content, content_no: no, is_scripted }) => {
      if (role === 'member') return `${t('talk.line.me')}: ${content}`;
      const label = t(is_scripted ? 'talk.scripted' : 'talk.ai_made');
      const number = no === null ? '' : ` ${t('talk.export.no', { no })}`;
      return `${chat.people.name} [${label}${number}]: ${content}`;
    });
  return `${head}\n${t(isScript ? 'talk.export.label_script' : 'talk.export.label_ai')}\n\n${lines.join('\n\n')}\n`;
}
