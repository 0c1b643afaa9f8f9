type Call = (path: string, body: object) => Promise<unknown>
type Person = { id: string; call: Call }

/**
 * Sends a few messages: in two conversations with the desk, in one of which the client waits for an answer, and about a project
 * on which Sam works.
 */
export async function writeMessages({
  nora,
  cleo,
  ben,
  sam,
  studio_id,
  project_id,
}: {
  nora: Call
  cleo: Person
  ben: Person
  sam: Person
  studio_id: string
  project_id: string | undefined
}) {
  const pathOf = ({ id }: Person) => `/api/v1/studios/${studio_id}/clients/${id}/messages`
  await ben.call(pathOf(ben), { body: 'Is the upright piano tuned for the next session?' })
  await nora(pathOf(ben), { body: 'Yes, it was tuned on Friday. See you then!' })
  await nora(pathOf(cleo), { body: 'Hi Cleo, the U 87 pair is back from service. Shall we use it for the vocals?' })
  await cleo.call(pathOf(cleo), { body: 'Yes please! Can I also bring a second singer?' })
  await cleo.call(pathOf(cleo), {
    body: 'I have listened to the rough mixes. Which vocal takes would you keep?',
    project_id,
  })
  await sam.call(pathOf(cleo), { body: 'The third and the fifth. Let us start with those.', project_id })
}
