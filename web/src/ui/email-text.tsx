/** An email address that breaks before its @ if possible. */
export function EmailText({ children }: { children: string }) {
  const atIndex = Math.max(children.lastIndexOf('@'), 0)
  return (
    <span className="break-words">
      {children.slice(0, atIndex)}
      <wbr />
      {children.slice(atIndex)}
    </span>
  )
}
