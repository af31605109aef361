-- The second SMS vendor has a setting of its own.
insert into configs (name, key, "group", type, input_type, value)
  select 'sms_fallback', 'sms_fallback', 'sms', 'string', 'choice', split_part(value, '_', 2)
  from configs where key = 'sms_driver' and value in ('aliyun_tencent', 'tencent_aliyun')
  on conflict (key) do nothing;
update configs set value = split_part(value, '_', 1)
  where key = 'sms_driver' and value in ('aliyun_tencent', 'tencent_aliyun');
