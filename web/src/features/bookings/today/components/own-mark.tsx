/** Marks a session to which the user is assigned. */
export const OwnMark = () => (
  <span className="rounded-full bg-primary px-1.5 text-xs font-semibold text-on-primary">Yours</span>
)
