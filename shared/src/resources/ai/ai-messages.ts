import { aiKindChoices, aiRoleChoices, reportReasonChoices } from '../../domain/ai/ai-chat.ts';
import { aiMessageStatusChoices } from '../../domain/ai/chat-status.ts';
import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

/** Messages of conversations with the AI teacher: their figures, and what they cost. Words are read in the transcript of the talk, for a reason. */
export const aiMessages = defineResource({
  name: 'ai-messages',
  table: 'ai_messages',
  area: 'admin',
  menu: { root: 'ai', icon: 'message-square', sort: 40 },
  only: ['list', 'show', 'export'],
  title: 'id',
  scope: 'school_only',
  hard_delete: true,
  fields: {
    id: field.id(),
    chat_id: field.relation({ resource: 'ai-chats', read_only: true }),
    seq: field.integer({ read_only: true }),
    role: field.choice(aiRoleChoices, { read_only: true }),
    kind: field.choice(aiKindChoices, { read_only: true }),
    model: field.text({ nullable: true, read_only: true }),
    /** Milliseconds from the question to the first word of the reply. */
    first_token_ms: field.integer({ nullable: true, read_only: true }),
    status: field.choice(aiMessageStatusChoices, { read_only: true }),
    saved: field.boolean({ read_only: true }),
    /** What learners reported as wrong. */
    reported_at: field.date_time({ nullable: true, read_only: true }),
    report_reason: field.choice(reportReasonChoices, { nullable: true, read_only: true }),
    /** Seconds of talk of the turn, and how many of them were not free. */
    talk_sec: field.duration({ read_only: true }),
    charged_sec: field.duration({ read_only: true }),
    refunded_at: field.date_time({ nullable: true, read_only: true }),
    finish_reason: field.text({ nullable: true, read_only: true }),
    error_code: field.text({ nullable: true, read_only: true }),
    /** Milliseconds to the first word, the first sentence and the end. */
    timings: field.json({ read_only: true }),
    created_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: [
      'created_at',
      'chat_id',
      'seq',
      'role',
      'kind',
      'status',
      'first_token_ms',
      'charged_sec',
      'report_reason',
    ],
    filters: ['chat_id', 'role', 'kind', 'status', 'report_reason', 'reported_at', 'created_at'],
    sort: ['id', 'created_at', 'first_token_ms'],
    default_sort: '-id',
  },
  status: { field: 'status', primary_when: {} },
  transfer: {
    export: [
      'id',
      'chat_id',
      'seq',
      'role',
      'kind',
      'model',
      'first_token_ms',
      'status',
      'finish_reason',
      'error_code',
      'reported_at',
      'report_reason',
      'talk_sec',
      'charged_sec',
      'refunded_at',
      'created_at',
    ],
  },
  actions: {
    /** Gives back what a reply cost. */
    refund: {
      method: 'PUT',
      by_token: true,
      on: 'rows',
      when: [
        { field: 'role', in: ['ai'] },
        { field: 'refunded_at', is_set: false },
      ],
      fields: { reason: field.reason() },
    },
  },
});
