const PASSWORD = 'studiohub'

/** A person of the demo with the password that the demo gives them. */
export type DemoPerson = { role: string; full_name: string; email: string; password: string; phone?: string }

const person = (role: string, full_name: string, email: string, phone?: string): DemoPerson => ({
  role,
  full_name,
  email,
  password: PASSWORD,
  ...(phone && { phone }),
})

/** The people of the demo. */
export const demoAccounts = {
  operator: person('Super Admin', 'Olivia Grant', 'admin@studiohub.example'),
  nora: person('Studio Admin', 'Nora Lind', 'nora@northlight.example', '+31 10 555 0121'),
  sam: person('Crew', 'Sam Okafor', 'sam@northlight.example'),
  dana: person('Desk', 'Dana Reyes', 'dana@northlight.example', '+31 10 555 0122'),
  cleo: person('Client', 'Cleo Marsh', 'cleo@example.com'),
  ben: person('Client', 'Ben Alvarez', 'ben@example.com'),
  pia: person('Pending crew', 'Pia Novak', 'pia@example.com'),
  hugo: person('Studio Admin', 'Hugo Bloom', 'hugo@bloomhouse.example', '+351 22 555 0134'),
  mina: person('Client', 'Mina Park', 'mina@example.com'),
  ines: person('Expired plan', 'Ines Duarte', 'ines@ember.example', '+351 21 555 0142'),
  leo: person('Client', 'Leo Hart', 'leo@example.com'),
  max: person('Payment due', 'Max Feld', 'max@slate.example', '+49 40 555 0163'),
  theo: person('Partner', 'Theo Brandt', 'theo@tapeworks.example'),
}

/** Formats the sign-ins of people as lines of a table. */
export const signInLines = (accounts: readonly DemoPerson[] = Object.values(demoAccounts)): string[] =>
  accounts.map(({ role, email, password }) => `  ${role.padEnd(13)} ${email.padEnd(30)} ${password}`)
