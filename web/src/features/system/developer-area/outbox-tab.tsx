import { useState } from 'react';
import words from 'virtual:locale/developments';
import type { OutboxMessage } from '@kaike/shared/contracts/system/developments';
import * as developments from '@kaike/shared/contracts/system/developments';
import { useDates } from '../../../app/dates.ts';
import css from './developer-area.module.css';
import { Loaded } from './loaded.tsx';
import { SearchBox } from './search-box.tsx';

function Message({ message: { channel, receiver, subject, body, created_at: at } }: { message: OutboxMessage }) {
  const t = words.useT();
  const dates = useDates();
  return (
    <li className={css['message']}>
      <div className={css['facts']}>
        <span className="kk-tag kk-tag-default">{t(`developments.channels.${channel}`)}</span>
        <span>{receiver}</span>
        <span className="kk-muted">{dates.minute(at)}</span>
      </div>
      {subject === '' ? null : <b>{subject}</b>}
      <div className={css['body']}>{body}</div>
    </li>
  );
}

function Messages({ messages }: { messages: readonly OutboxMessage[] }) {
  const t = words.useT();
  const [sought, setSought] = useState('');
  const matches = messages.filter(({ receiver, subject, body }) =>
    `${receiver} ${subject} ${body}`.toLowerCase().includes(sought),
  );
  return (
    <>
      <SearchBox count={matches.length} onSearch={setSought} />
      {messages.length === 0 ? <p className="kk-muted">{t('developments.outbox_empty')}</p> : null}
      <ul className={css['entries']}>
        {matches.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ul>
    </>
  );
}

/** The text messages and mails that this server would have sent. */
export function OutboxTab() {
  return <Loaded contract={developments.listOutbox}>{({ messages }) => <Messages messages={messages} />}</Loaded>;
}
