import { Link, useViewTransitionState, type LinkProps } from 'react-router';

/** A link around the cover of what it leads to: the cover grows into its place there, and back (`view-transition-name` in base.css). */
export function CoverLink(props: LinkProps & { to: string }) {
  const isTurning = useViewTransitionState(props.to);
  return <Link viewTransition data-turning={isTurning || undefined} {...props} />;
}
