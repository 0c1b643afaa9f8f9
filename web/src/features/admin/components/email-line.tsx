import { EmailText } from '#ui/email-text.tsx'

/** An address below a name. It is never cut, because several accounts can have the same name. */
export const EmailLine = ({ children: email }: { children: string }) => (
  <span className="max-w-full text-xs font-normal wrap-anywhere whitespace-normal text-muted-foreground">
    <EmailText>{email}</EmailText>
  </span>
)
