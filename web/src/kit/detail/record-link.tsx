import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCan } from '../../app/session.ts';

/** A link to the record for those who may see it, else its name alone. */
export function RecordLink({ resource, id, children }: { resource: string; id: number; children: ReactNode }) {
  const mayShow = useCan(`admin.${resource}.show`);
  return mayShow ? <Link to={`/admin/${resource}/${id}`}>{children}</Link> : <>{children}</>;
}
