import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export default function ForgotPasswordScreen() {
  return <NotBuiltYet title="forgot-password">Soon.</NotBuiltYet>
}
