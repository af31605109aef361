import { sql } from 'kysely';
import { templateStatus, templateType } from '@kaike/shared/domain/ai/ai-template';
import type { ChatMessage, ChatPrompt } from '../../../../adapters/chat/port.ts';
import type { Context } from '../../../../core/context.ts';
import { parseScene } from '../chats/scene-snapshot.ts';
import { reviewBody } from '../material/review-scene.ts';
import { recall } from '../memory/memory-state.ts';
import { canaryOf } from './canary.ts';
import { optionsIn } from './find-template.ts';
import { writePrompt } from './write-prompt.ts';

type Row = {
  member_id: number;
  cefr: string;
  mode: string;
  course_title: string;
  lesson_title: string;
  scene: unknown;
  goals_done: string[];
  talk_sec: number;
  notes: string;
  body: string;
  options: unknown;
  persona_body: string | null;
  persona_options: unknown;
  nickname: string;
  name: string;
  language: string;
  persona: string;
  teaching_style: string;
  correction: string;
  due_words: string[];
};

/** More would be a test, not a talk. */
const dueWords = 8;

/** The persona that a teacher was given, while it is published. */
export const joinPersona = sql`left join ai_prompt_templates s on s.id = p.template_id and s.type = ${sql.lit(templateType.persona)}
  and s.status = ${sql.lit(templateStatus.published)} and s.deleted_at is null`;

const outlineIn = (scene: unknown): string =>
  typeof scene === 'object' && scene !== null && 'outline' in scene ? String(scene.outline) : '';

type Turn = { chat_id: number; reply_words: number; messages: readonly ChatMessage[] };

/** The prompt of a turn, in which nobody has a real name, from the version of the template that the talk began with. */
export async function loadPrompt(ctx: Context, { chat_id: id, reply_words, messages }: Turn): Promise<ChatPrompt> {
  const { rows } =
    await sql<Row>`select c.member_id, c.cefr, c.mode, case c.mode when 'lesson' then c.title else coalesce(l.title, '') end as lesson_title, coalesce(co.title, '') as course_title, c.scene_snapshot as scene, c.goals_done, c.talk_sec, c.notes, coalesce(t.body, '') as body,
      coalesce(t.options, '{}') as options, s.body as persona_body, s.options as persona_options, coalesce(nullif(nullif(u.name, m.real_name), ''), 'the learner') as nickname, p.name, p.language, p.persona, p.teaching_style, p.correction,
      array(select w.lemma from ai_words w where w.member_id = c.member_id and w.language = p.language and w.kind = 'word' and w.due_at <= ${ctx.clock()}
        order by w.due_at, w.id limit ${dueWords}) as due_words
    from ai_chats c join ai_peoples p on p.id = c.people_id join members m on m.id = c.member_id join users u on u.id = m.user_id
      left join ai_prompt_templates t on t.id = c.template_id ${joinPersona}
      left join lessons l on l.id = c.lesson_id left join courses co on co.id = l.course_id where c.id = ${id}`.execute(
      ctx.db,
    );
  const [row] = rows;
  if (!row) throw new Error(`talk ${id} is gone`);
  const { member_id, cefr, nickname, course_title, lesson_title, persona_body, due_words, ...people } = row;
  const body = row.mode === 'lesson' ? reviewBody : row.body;
  const scene = parseScene(row.scene);
  const goals = scene.goals.map(({ text }) => text).filter((text) => !row.goals_done.includes(text));
  const prompt = writePrompt({
    body,
    persona_body,
    course_title,
    lesson_title,
    people,
    nickname,
    cefr,
    scene,
    lesson: row.mode === 'lesson' ? { outline: outlineIn(row.scene) } : null,
    notes: row.notes,
    memories: await recall(ctx, member_id),
    due_words,
    goals_left: goals.length > 0 ? goals : ['all done: say goodbye kindly and end the talk'],
    minutes_left: Math.max(scene.minutes - Math.floor(row.talk_sec / 60), 1),
    reply_words,
    messages,
    canary: canaryOf(ctx.secrets, id),
  });
  return { ...optionsIn(row.persona_options), ...optionsIn(row.options), messages: prompt };
}
