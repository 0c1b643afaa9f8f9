/** An email address that preferably breaks before its @. */
export function EmailText({ children }: { children: string }) {
  const at = Math.max(children.lastIndexOf('@'), 0)
  return (
    <span className="break-words">
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </span>
  )
}
