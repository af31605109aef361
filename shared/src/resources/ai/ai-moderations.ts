import {
  moderationDirectionChoices,
  moderationLabelChoices,
  moderationState,
  moderationStateChoices,
  moderationVerdictChoices,
} from '../../domain/ai/moderation.ts';
import { field } from '../../kit/field.ts';
import { defineResource, type Condition } from '../../kit/resource.ts';

const waiting: Condition = { field: 'state', in: [moderationState.waiting] };
const reason = field.reason();

/** What did not pass in talks with the AI teacher and what learners reported, for a person to decide. Its text is sealed: see `reveal`. */
export const aiModerations = defineResource({
  name: 'ai-moderations',
  table: 'ai_moderations',
  area: 'admin',
  menu: { root: 'ai', icon: 'shield-alert', sort: 45 },
  only: ['list', 'show', 'export'],
  title: 'id',
  scope: 'school_only',
  hard_delete: true,
  fields: {
    id: field.id(),
    created_at: field.date_time({ read_only: true }),
    verdict: field.choice(moderationVerdictChoices, { read_only: true }),
    direction: field.choice(moderationDirectionChoices, { read_only: true }),
    label: field.choice(moderationLabelChoices, { read_only: true }),
    member_id: field.relation({ resource: 'members', read_only: true }),
    chat_id: field.relation({ resource: 'ai-chats', read_only: true }),
    message_id: field.integer({ read_only: true }),
    state: field.choice(moderationStateChoices, { read_only: true, initial: moderationState.waiting }),
    reason: field.text({ read_only: true }),
    decided_by: field.relation({ resource: 'users', nullable: true, read_only: true }),
    decided_at: field.date_time({ nullable: true, read_only: true }),
  },
  list: {
    columns: ['created_at', 'verdict', 'label', 'direction', 'member_id', 'chat_id', 'state', 'reason', 'decided_by'],
    filters: ['state', 'verdict', 'label', 'direction', 'member_id', 'chat_id', 'created_at'],
    sort: ['id', 'created_at'],
    views: [
      {
        key: 'care',
        where: [
          { field: 'state', in: [moderationState.waiting] },
          { field: 'verdict', in: ['care'] },
        ],
        todo: 'danger',
        since: 'created_at',
      },
      {
        key: 'reports',
        where: [
          { field: 'state', in: [moderationState.waiting] },
          { field: 'verdict', in: ['report'] },
        ],
        todo: 'warning',
        since: 'created_at',
      },
      {
        key: 'doubts',
        where: [
          { field: 'state', in: [moderationState.waiting] },
          { field: 'verdict', in: ['review'] },
        ],
        todo: 'info',
        since: 'created_at',
      },
    ],
    default_sort: '-id',
  },
  status: { field: 'state', primary_when: { clear: [moderationState.waiting] } },
  transfer: {
    export: [
      'id',
      'created_at',
      'verdict',
      'direction',
      'label',
      'member_id',
      'chat_id',
      'message_id',
      'state',
      'reason',
      'decided_by',
      'decided_at',
    ],
  },
  actions: {
    confirm: { method: 'PUT', by_token: true, on: 'rows', when: [waiting], fields: { reason } },
    clear: { method: 'PUT', by_token: true, on: 'rows', when: [waiting], fields: { reason } },
  },
  permissions: ['reveal'],
});
