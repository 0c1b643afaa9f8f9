import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export default function ResetPasswordScreen() {
  return <NotBuiltYet title="reset-password">Soon.</NotBuiltYet>
}
