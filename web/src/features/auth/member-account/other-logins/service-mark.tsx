import type { LoginType } from '@kaike/shared/domain/auth/third-party';
import { Icon } from '../../../../ui/icon.tsx';
import css from './service-mark.module.css';

/** One icon per service, in its colour; the local test page has a person. */
const signs: Record<LoginType, string> = {
  wechat: '微',
  weixinweb: '微',
  qq: 'Q',
  weibo: '博',
  alipay: '支',
  github: 'GH',
  google: 'G',
  local: '',
};

/** The round icon of a service; its name is beside it. */
export function ServiceMark({ type }: { type: LoginType }) {
  return (
    <span className={css['mark']} data-type={type} aria-hidden>
      {signs[type] || <Icon name="user" size={22} />}
    </span>
  );
}
