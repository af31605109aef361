import { chatModeChoices } from '../../domain/ai/ai-chat.ts';
import { chatStatus, chatStatusChoices } from '../../domain/ai/chat-status.ts';
import { cefrLevels } from '../../domain/people/people.ts';
import { field } from '../../kit/field.ts';
import { defineResource, type Condition } from '../../kit/resource.ts';

const active: Condition = { field: 'status', in: [chatStatus.active] };
const reason = field.reason();

/** Conversations of members with the AI teacher. What was said is read for a reason: `transcript`. */
export const aiChats = defineResource({
  name: 'ai-chats',
  table: 'ai_chats',
  area: 'admin',
  menu: { root: 'ai', icon: 'message-circle', sort: 30 },
  only: ['list', 'show', 'export'],
  title: 'title',
  scope: 'school_only',
  hard_delete: true,
  fields: {
    id: field.id(),
    title: field.text({ read_only: true }),
    member_id: field.relation({ resource: 'members', read_only: true }),
    people_id: field.relation({ resource: 'ai-peoples', read_only: true }),
    template_id: field.relation({ resource: 'ai-prompt-templates', nullable: true, read_only: true }),
    template_version: field.integer({ nullable: true, read_only: true }),
    lesson_id: field.integer({ nullable: true, read_only: true }),
    mode: field.choice(chatModeChoices, { read_only: true }),
    cefr: field.choice(
      cefrLevels.map((value) => ({ value, key: value.toLowerCase() })),
      { read_only: true },
    ),
    status: field.choice(chatStatusChoices, { read_only: true }),
    turns: field.integer({ read_only: true }),
    member_words: field.integer({ read_only: true }),
    unique_words: field.integer({ read_only: true }),
    /** Seconds of talk; those that were not free are charged. */
    talk_sec: field.duration({ read_only: true }),
    ai_sec_charged: field.duration({ read_only: true }),
    hints: field.integer({ read_only: true }),
    tokens_in: field.integer({ read_only: true }),
    tokens_out: field.integer({ read_only: true }),
    goals_done: field.tags({ read_only: true }),
    /** 1 to 5. */
    rating: field.integer({ nullable: true, read_only: true }),
    started_at: field.date_time({ read_only: true }),
    ended_at: field.date_time({ nullable: true, read_only: true }),
  },
  list: {
    columns: [
      'started_at',
      'title',
      'member_id',
      'people_id',
      'mode',
      'cefr',
      'turns',
      'ai_sec_charged',
      'rating',
      'status',
    ],
    filters: ['status', 'member_id', 'people_id', 'template_id', 'lesson_id', 'mode', 'cefr', 'rating', 'started_at'],
    search: ['title'],
    sort: ['id', 'started_at', 'turns', 'ai_sec_charged'],
    default_sort: '-id',
  },
  status: { field: 'status', primary_when: {} },
  transfer: {
    export: [
      'id',
      'title',
      'member_id',
      'people_id',
      'template_id',
      'template_version',
      'mode',
      'cefr',
      'status',
      'turns',
      'member_words',
      'unique_words',
      'talk_sec',
      'ai_sec_charged',
      'hints',
      'tokens_in',
      'tokens_out',
      'goals_done',
      'rating',
      'started_at',
      'ended_at',
    ],
  },
  actions: {
    finish: { method: 'PUT', by_token: true, on: 'rows', when: [active], fields: { reason } },
    block: {
      method: 'PUT',
      by_token: true,
      on: 'rows',
      danger: true,
      undo_action: null,
      when: [active],
      fields: { reason },
    },
  },
  permissions: ['transcript'],
});
