import pg from 'pg';
import { inject } from 'vitest';

/** Reads the database of the running server, as an operator could; tests never write through it what people do on pages. */
export async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client(inject('e2e').connection);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** The code last sent to a mobile or mail address, from the local outbox. */
export async function lastCode(receiver: string): Promise<string> {
  const [row] = await query<{ body: string }>('select body from outbox where receiver = $1 order by id desc limit 1', [receiver]);
  const code = /\d{6}/.exec(row?.body ?? '')?.[0];
  if (!code) throw new Error(`no code was sent to ${receiver}`);
  return code;
}

/** Where the slider's piece belongs. */
export async function captchaAnswer(challenge: string): Promise<number> {
  const [row] = await query<{ answer_x: number }>('select answer_x from captcha_challenges where id = $1', [challenge]);
  if (!row) throw new Error('no such captcha');
  return row.answer_x;
}
