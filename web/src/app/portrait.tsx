import type { ComponentProps } from 'react';
import { Avatar } from '../ui/parts.tsx';
import { useConfig } from './config.ts';

/** Somebody's picture, or the one the school shows for people without. */
export function Portrait({ src, ...rest }: ComponentProps<typeof Avatar>) {
  const common = useConfig((state) => state.config?.def_avatar);
  return <Avatar {...rest} src={src || common || null} />;
}
