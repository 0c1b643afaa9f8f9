import { useAuthPage } from '#layouts/public/use-auth-page.ts'
import { LoginCard } from './components/login-card.tsx'

export default function LoginScreen() {
  return <LoginCard studio={useAuthPage().studio} />
}
