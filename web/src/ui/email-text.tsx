/** An email address that breaks before its @ where it has to, and in the middle of a word only where nothing else helps. */
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
