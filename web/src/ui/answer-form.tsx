import { useState, type FormEvent, type ReactNode } from 'react';

type Props = {
  className: string | undefined;
  longest: number;
  words: { answer: string; placeholder: string };
  isBusy: boolean;
  /** Whether the answer was taken; else it stays, to be changed and sent again. */
  send: (answer: string) => Promise<boolean>;
  /** The button. */
  children: ReactNode;
};

/** One line of English that is sent: what somebody says in a trial talk. */
export function AnswerForm({ className, longest, words, isBusy, send, children }: Props) {
  const [text, setText] = useState('');
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const answer = text.trim();
    if (answer === '' || isBusy) return;
    if (await send(answer)) setText('');
  };
  return (
    <form className={className} onSubmit={(event) => void submit(event)}>
      <input
        lang="en"
        value={text}
        maxLength={longest}
        aria-label={words.answer}
        placeholder={words.placeholder}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
      {children}
    </form>
  );
}
