import { agencyStatus, agencyStatusChoices } from '../domain/people.ts';
import { field } from '../kit/field.ts';
import { defineResource } from '../kit/resource.ts';

/** Resellers, as cards point at them: to be looked up and read. An agency sees itself and those below it. */
export const agencies = defineResource({
  name: 'agencies',
  table: 'agencies',
  area: 'admin',
  menu: { root: 'trade', icon: 'store', sort: 50 },
  only: ['list', 'show', 'export'],
  title: 'name',
  fields: {
    id: field.id(),
    code: field.text({ read_only: true }),
    name: field.text({ read_only: true }),
    contact_name: field.text({ read_only: true }),
    mobile_phone: field.text({ read_only: true, masked: 'mobile' }),
    parent_id: field.relation({ resource: 'agencies', nullable: true, read_only: true }),
    level: field.integer({ read_only: true }),
    /** Cards it may still make. */
    card_num: field.integer({ read_only: true }),
    status: field.choice(agencyStatusChoices, { read_only: true, initial: agencyStatus.pending }),
    contract_start: field.date({ nullable: true, read_only: true }),
    contract_end: field.date({ nullable: true, read_only: true }),
    remark: field.text({ read_only: true }),
    created_at: field.date_time({ read_only: true }),
    updated_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: ['name', 'code', 'parent_id', 'contact_name', 'mobile_phone', 'card_num', 'status', 'contract_end', 'created_at'],
    filters: ['parent_id'],
    search: ['name'],
    sort: ['id'],
    default_sort: 'id',
  },
  transfer: {
    export: ['id', 'code', 'name', 'parent_id', 'level', 'contact_name', 'mobile_phone', 'card_num', 'status', 'contract_start', 'contract_end', 'remark', 'created_at'],
  },
  permissions: ['reveal'],
});
