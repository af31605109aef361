import { userStatus, userStatusChoices } from '../../domain/people/user-status.ts';
import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

const reason = field.reason();
const alive = [{ field: 'status', in: [userStatus.effective, userStatus.stopped] }] as const;

/** All accounts, of members and administrators alike. */
export const users = defineResource({
  name: 'users',
  table: 'users',
  area: 'admin',
  menu: { root: 'people', icon: 'user', sort: 40 },
  only: ['list', 'show', 'update', 'export'],
  title: 'name',
  closed_to_tokens: 'all',
  scope: 'school_only',
  fields: {
    id: field.id(),
    username: field.text({ nullable: true, read_only: true }),
    name: field.text({ read_only: true }),
    /** Initials and full pinyin of the row's title. */
    pinyin: field.text({ read_only: true, nullable: true }),
    avatar: field.image({ nullable: true, read_only: true }),
    mobile_phone: field.mobile({ nullable: true, read_only: true, masked: 'mobile' }),
    email: field.email({ nullable: true, read_only: true, masked: 'email' }),
    member_id: field.relation({ resource: 'members', nullable: true, read_only: true, computed: true }),
    admin_id: field.relation({ resource: 'admins', nullable: true, read_only: true, computed: true }),
    status: field.choice(userStatusChoices, { read_only: true, initial: userStatus.effective }),
    must_change_password: field.boolean({ read_only: true }),
    signature: field.text({ read_only: true }),
    language: field.text({ nullable: true, read_only: true }),
    last_login_at: field.date_time({ nullable: true, read_only: true }),
    last_login_ip: field.text({ nullable: true, read_only: true }),
    remark: field.text({ rules: 'max:200', initial: '' }),
    created_at: field.date_time({ read_only: true }),
    updated_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: [
      'username',
      'name',
      'mobile_phone',
      'email',
      'member_id',
      'admin_id',
      'status',
      'last_login_at',
      'remark',
      'created_at',
    ],
    filters: ['status', 'created_at', 'last_login_at'],
    search: ['name', 'username', 'mobile_phone', 'email', 'pinyin'],
    sort: ['id', 'created_at', 'last_login_at'],
    quick_edit: ['remark'],
    copy: ['username'],
    views: [{ key: 'stopped', where: [{ field: 'status', in: [userStatus.stopped] }] }],
    default_sort: '-id',
  },
  status: { field: 'status', primary_when: { effective: [userStatus.stopped] } },
  form: [{ group: 'basic', fields: ['remark'] }],
  transfer: {
    export: [
      'id',
      'username',
      'name',
      'mobile_phone',
      'email',
      'member_id',
      'admin_id',
      'status',
      'must_change_password',
      'language',
      'last_login_at',
      'last_login_ip',
      'remark',
      'created_at',
    ],
  },
  actions: {
    /** Of accounts of administrators, too. */
    'change-mobile': {
      method: 'PUT',
      on: 'rows',
      single_row: true,
      when: alive,
      fields: { mobile_phone: field.mobile({ nullable: true, masked: 'mobile' }), reason },
    },
    'change-email': {
      method: 'PUT',
      on: 'rows',
      single_row: true,
      when: alive,
      fields: { email: field.email({ nullable: true, masked: 'email' }), reason },
    },
    'update-status': {
      method: 'PUT',
      on: 'rows',
      danger: true,
      undo_action: 'effective',
      dry_run_on: ['status'],
      when: alive,
      fields: {
        status: field.choice(
          userStatusChoices.filter(({ value }) => value !== userStatus.cancelled),
          { rules: 'required' },
        ),
        reason,
      },
    },
  },
  permissions: ['reveal', 'reset-password'],
});
