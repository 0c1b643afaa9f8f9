type Call = (path: string, body: object) => Promise<unknown>
type Person = { id: string; call: Call }

/** Writes a few messages: one conversation that was read, and one that waits for the studio. */
export async function writeMessages({
  nora,
  cleo,
  ben,
  studio_id,
}: {
  nora: Call
  cleo: Person
  ben: Person
  studio_id: string
}) {
  const pathOf = ({ id }: Person) => `/api/v1/studios/${studio_id}/clients/${id}/messages`
  await ben.call(pathOf(ben), { body: 'Is the upright piano tuned for the next session?' })
  await nora(pathOf(ben), { body: 'Yes, it was tuned on Friday. See you then!' })
  await nora(pathOf(cleo), { body: 'Hi Cleo, the U 87 pair is back from service. Shall we use it for the vocals?' })
  await cleo.call(pathOf(cleo), { body: 'Yes please! Can I also bring a second singer?' })
}
