import { ExpiredLink } from './expired-link.tsx'

const SUBTITLE =
  'Only the newest link works, once and within one hour. Request a new link on the page where you requested this one.'

/** Error page for an email link that no longer works. */
export const LinkExpired = ({ owner, namespace }: { owner: string; namespace: string | null }) => (
  <ExpiredLink subtitle={SUBTITLE} owner={owner} namespace={namespace} />
)
