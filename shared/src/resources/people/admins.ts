import { userStatus, userStatusChoices } from '../../domain/people/user-status.ts';
import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

const reason = field.reason();
/** Condition of fields an existing account already has; in existing rows `bind_existing` is null. */
const ofNewAccount = { field: 'bind_existing', in: [false, null] } as const;

/** Administrators: accounts with roles in the back office. */
export const admins = defineResource({
  name: 'admins',
  table: 'admins',
  area: 'admin',
  menu: { root: 'people', icon: 'user-cog', sort: 20 },
  only: ['list', 'show', 'create', 'update', 'delete', 'export'],
  title: 'name',
  closed_to_tokens: 'all',
  scope: 'school_only',
  fields: {
    id: field.id(),
    user_id: field.integer({ read_only: true }),
    username: field.text({ rules: 'required|user_name:2,30', read_only: 'update' }),
    /** Assigns the roles to the existing account with this user name instead of creating one. */
    bind_existing: field.boolean({ read_only: 'update', initial: false }),
    name: field.text({ rules: 'max:50', initial: '', is_person_name: true, shown_when: ofNewAccount }),
    /** Initials and full pinyin of the row's title. */
    pinyin: field.text({ read_only: true, nullable: true }),
    mobile_phone: field.mobile({ nullable: true, masked: 'mobile', read_only: 'update', shown_when: ofNewAccount }),
    /** Initial password; must be changed at the first login. */
    password: field.password({ rules: 'required|password', read_only: 'update', shown_when: ofNewAccount }),
    role_ids: field.relations({ resource: 'roles', rules: 'required' }),
    status: field.choice(userStatusChoices, { read_only: true, initial: userStatus.effective }),
    has_second_factor: field.boolean({ computed: true, read_only: true }),
    last_login_at: field.date_time({ nullable: true, read_only: true }),
    last_login_ip: field.text({ nullable: true, read_only: true }),
    created_at: field.date_time({ read_only: true }),
    updated_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: [
      'username',
      'name',
      'mobile_phone',
      'role_ids',
      'status',
      'has_second_factor',
      'last_login_at',
      'last_login_ip',
      'created_at',
    ],
    filters: ['status', 'role_ids', 'last_login_at'],
    search: ['name', 'username', 'mobile_phone', 'pinyin'],
    sort: ['id', 'last_login_at'],
    quick_edit: ['name'],
    copy: ['username'],
    default_sort: 'id',
  },
  status: { field: 'status', primary_when: { effective: [userStatus.stopped] } },
  form: [{ group: 'basic', fields: ['username', 'bind_existing', 'password', 'name', 'mobile_phone', 'role_ids'] }],
  transfer: {
    export: [
      'id',
      'username',
      'name',
      'mobile_phone',
      'role_ids',
      'status',
      'has_second_factor',
      'last_login_at',
      'last_login_ip',
      'created_at',
    ],
  },
  actions: {
    'update-status': {
      method: 'PUT',
      on: 'rows',
      danger: true,
      undo_action: 'effective',
      when: [{ field: 'status', in: [userStatus.effective, userStatus.stopped] }],
      fields: {
        status: field.choice(
          userStatusChoices.filter((choice) => choice.key !== 'cancelled'),
          { rules: 'required' },
        ),
        reason,
      },
    },
    /** For someone who lost the authenticator; only another administrator can do it. */
    'reset-second-factor': {
      method: 'PUT',
      on: 'rows',
      single_row: true,
      danger: true,
      undo_action: null,
      when: [{ field: 'has_second_factor', in: [true] }],
      fields: { reason },
    },
  },
  permissions: ['reveal'],
});
