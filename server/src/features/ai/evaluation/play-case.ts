import { scriptProvider } from '@kaike/shared/domain/ai/moderation';
import type { ChatMessage, ChatPrompt } from '../../../adapters/chat/port.ts';
import type { Context } from '../../../core/context.ts';
import { goalsReached, openingOf, playStored } from '../scenes/public.ts';
import { canaryOf, optionsIn, parseScene, writePrompt } from '../talk/public.ts';
import { linesOf, type Played } from './check-replies.ts';
import { findPerson, somebody, type LabTeacher } from './find-person.ts';
import type { LabTask } from './lab-task.ts';
import type { findRun } from './lab.store.ts';

type Run = NonNullable<Awaited<ReturnType<typeof findRun>>>;

const maxReplyMs = 60_000;
const replyWords = 60;

type Turn = { run: Run; one: LabTask; person: LabTeacher; messages: readonly ChatMessage[]; canary: string };

function promptOf({ run, one, person, messages, canary }: Turn): ChatPrompt {
  const scene = parseScene(run.scene);
  const prompt = writePrompt({
    body: run.body,
    persona_body: person.persona_body,
    course_title: '',
    lesson_title: '',
    people: person,
    nickname: 'the learner',
    cefr: one.cefr,
    scene,
    lesson: null,
    notes: '',
    memories: [],
    due_words: [],
    goals_left: scene.goals.map(({ text }) => text),
    minutes_left: scene.minutes,
    reply_words: replyWords,
    messages,
    canary,
  });
  return { ...optionsIn(person.persona_options), ...optionsIn(run.options), messages: prompt };
}

/** One reply of the vendor; null when it did not write. */
async function readReply(ctx: Context, turn: Turn): Promise<string | null> {
  const { run, one, messages } = turn;
  const writer = await ctx.adapters.chat.writer(run.provider);
  const options = {
    scene: async () => run.scene,
    cefr: one.cefr,
    seed: run.id,
    cause: null,
    prompt: async () => promptOf(turn),
  };
  let text = '';
  try {
    for await (const piece of writer.stream(messages, options, AbortSignal.timeout(maxReplyMs))) {
      if ('by' in piece && piece.is_stand_in) return null;
      if ('text' in piece) text += piece.text;
    }
  } catch (error) {
    ctx.log.warn({ err: error, run_id: run.id }, 'a case of the lab was not answered');
    return null;
  }
  return text.trim() === '' ? null : text.trim();
}

/** A talk by the script, as learners have it without a vendor. */
function playByScript(run: Run, one: LabTask, answers: readonly string[]): Played | null {
  const talk = playStored(run.scene, { cefr: one.cefr, seed: run.id, answers });
  if (!talk) return null;
  const replies = talk.turns.map(({ line }) => line.en);
  return { replies, goals_done: talk.goals_done.length, has_ended: talk.ended, canary: null };
}

/** Plays what the learner of a case says; null when nobody writes the replies. */
export async function playCase(ctx: Context, run: Run, one: LabTask): Promise<Played | null> {
  const answers = linesOf(one.answers);
  if (run.provider === scriptProvider) return playByScript(run, one, answers);
  // No talk has a negative number: the mark is the run's own.
  const canary = canaryOf(ctx.secrets, -run.id);
  const person = (await findPerson(ctx.db, run.people_id)) ?? somebody;
  const opening = openingOf(run.scene, { cefr: one.cefr, seed: run.id });
  let messages: ChatMessage[] = opening ? [{ role: 'assistant', content: opening.en }] : [];
  const replies: string[] = [];
  for (const answer of answers) {
    messages = [...messages, { role: 'user', content: answer }];
    const reply = await readReply(ctx, { run, one, person, messages, canary });
    if (reply === null) return null;
    replies.push(reply);
    messages = [...messages, { role: 'assistant', content: reply }];
  }
  return { replies, goals_done: goalsReached(run.scene, answers).done.length, has_ended: false, canary };
}
