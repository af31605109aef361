import {
  messageActions,
  messageAudience,
  messageAudienceChoices,
  messageStatus,
  messageStatusChoices,
} from '../domain/site/message-status.ts';
import { field } from '../kit/field.ts';
import { defineResource } from '../kit/resource.ts';

const only = (audience: number) =>
  ({
    nullable: true,
    rules: `required_if:audience,${audience}`,
    shown_when: { field: 'audience', in: [audience] },
  }) as const;

export const messages = defineResource({
  name: 'messages',
  table: 'messages',
  area: 'admin',
  menu: { root: 'site', icon: 'bell', sort: 20 },
  only: ['list', 'show', 'create', 'update', 'delete', 'export'],
  title: 'title',
  fields: {
    id: field.id(),
    title: field.text({ rules: 'required|max:100' }),
    body: field.rich_text({ rules: 'required|max:20000' }),
    audience: field.choice(messageAudienceChoices, { rules: 'required', initial: messageAudience.all }),
    audience_tag: field.text({
      nullable: true,
      rules: `required_if:audience,${messageAudience.tag}|max:30`,
      shown_when: { field: 'audience', in: [messageAudience.tag] },
    }),
    audience_agency_id: field.relation({ resource: 'agencies', ...only(messageAudience.agency) }),
    audience_course_id: field.relation({ resource: 'courses', ...only(messageAudience.course) }),
    audience_member_id: field.relation({ resource: 'members', ...only(messageAudience.member) }),
    is_public: field.boolean({ initial: false, shown_when: { field: 'audience', in: [messageAudience.all] } }),
    by_mail: field.boolean({ initial: false }),
    by_sms: field.boolean({ initial: false }),
    status: field.choice(messageStatusChoices, { read_only: true, initial: messageStatus.draft }),
    send_at: field.date_time({ nullable: true, read_only: true }),
    sent_at: field.date_time({ nullable: true, read_only: true }),
    delivery_count: field.integer({ read_only: true }),
    read_count: field.integer({ read_only: true }),
    remark: field.text({ rules: 'max:200', initial: '' }),
    created_at: field.date_time({ read_only: true }),
    updated_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: [
      'title',
      'audience',
      'by_mail',
      'status',
      'send_at',
      'delivery_count',
      'read_count',
      'remark',
      'updated_at',
    ],
    filters: ['audience', 'status', 'send_at'],
    search: ['title'],
    sort: ['id', 'send_at', 'updated_at'],
    without: ['body'],
    views: [
      { key: 'draft', where: [{ field: 'status', in: [messageStatus.draft] }] },
      { key: 'scheduled', where: [{ field: 'status', in: [messageStatus.scheduled] }] },
    ],
    default_sort: '-id',
  },
  status: { field: 'status', leads: { send: messageActions.send.from, recall: messageActions.recall.from } },
  form: [
    { group: 'content', fields: ['title', 'body'] },
    {
      group: 'audience',
      fields: [
        'audience',
        'audience_tag',
        'audience_agency_id',
        'audience_course_id',
        'audience_member_id',
        'is_public',
        'by_mail',
        'by_sms',
        'remark',
      ],
    },
  ],
  transfer: {
    export: ['id', 'title', 'audience', 'status', 'send_at', 'sent_at', 'delivery_count', 'read_count', 'remark'],
  },
  remarkable: true,
  actions: {
    send: {
      method: 'POST',
      by_token: true,
      on: 'rows',
      dry_run_on: [],
      fields: { send_at: field.date_time({ nullable: true }) },
      when: [{ field: 'status', in: messageActions.send.from }],
    },
    recall: { method: 'POST', by_token: true, on: 'rows', when: [{ field: 'status', in: messageActions.recall.from }] },
  },
});
