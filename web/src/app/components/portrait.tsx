import type { ComponentProps } from 'react';
import { Avatar } from '../../ui/parts.tsx';
import { useConfig } from '../config.ts';

/** A user's picture, or the school's default. */
export function Portrait({ src, ...rest }: ComponentProps<typeof Avatar>) {
  const common = useConfig((state) => state.config?.def_avatar);
  return <Avatar {...rest} src={src || common || null} />;
}
