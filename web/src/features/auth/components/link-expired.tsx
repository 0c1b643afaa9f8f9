import { ExpiredLink } from './expired-link.tsx'

const SUBTITLE =
  'A link works once, within one hour, and only the newest one. Request a new link on the page where you requested this one.'

/** Error page for an email link that no longer works. */
export const LinkExpired = ({ owner, namespace }: { owner: string; namespace: string | null }) => (
  <ExpiredLink subtitle={SUBTITLE} owner={owner} namespace={namespace} />
)
