import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import * as plugins from '@kaike/shared/contracts/system/plugins';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { findResource } from '@kaike/shared/resources/index';
import { call } from '../../api/client.ts';
import { addWords, useLocale } from '../../app/wording.ts';
import { Skeleton } from '../../ui/parts.tsx';
import { LoadError } from '../load-error.tsx';

type Props = { name: string; children: (definition: ResourceDefinition) => ReactNode };

/** A resource that the server brings with its words, as plugins do. */
function Brought({ name, children }: Props) {
  const locale = useLocale();
  const { data, error, refetch } = useQuery({
    queryKey: [name, 'definition', locale],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const { definition, words } = await call(plugins.getResourceDefinitions, {
        query: { name },
        signal,
        quiet: true,
      });
      addWords(locale, name, words);
      return definition as ResourceDefinition;
    },
  });
  if (data) return children(data);
  if (error) return <LoadError error={error} retry={() => void refetch()} />;
  return <Skeleton height={320} />;
}

/** Draws with the definition of a resource, which this browser may have to fetch first. */
export function WithDefinition({ name, children }: Props) {
  const known = findResource(name);
  return known ? children(known) : <Brought name={name}>{children}</Brought>;
}

/** The resource that an address belongs to: all of it below the area. */
export const resourceAt = (pathname: string): string => pathname.split('/').slice(2).filter(Boolean).join('/');
