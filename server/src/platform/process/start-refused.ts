/** A start, or a command, that cannot go on for a reason that the operator can remove: only its message is printed. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
