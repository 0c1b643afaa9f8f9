/** An email address that breaks before its @ if possible. */
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
