import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export default function SettingsScreen() {
  return <NotBuiltYet title="settings">Soon.</NotBuiltYet>
}
