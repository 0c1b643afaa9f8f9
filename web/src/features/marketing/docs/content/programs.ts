import type { Article } from './article.ts'

/** How programs call the API with a key, and how a studio's website books sessions. */
export const apiKeys: Article = {
  slug: 'api-keys',
  title: 'API keys, and booking from your own website',
  summary: 'Let your website show free times and book them, with a key that can do only that.',
  sections: [
    {
      title: 'Create a key',
      blocks: [
        {
          steps: [
            'Open Settings, API as an admin, and choose "Create an API key".',
            'Choose what it can read or change: for a website "Bookings and free times" and "Clients", read and write.',
            'If your server has a fixed address, enter it. The key then works only from there.',
            'Copy the key. It is shown only once. Keep it on your server, never in a web page or an app.',
          ],
        },
        {
          text: 'Everyone can also create personal keys on their profile. A program with such a key acts as that person, within their rights.',
        },
      ],
    },
    {
      title: 'Book',
      blocks: [
        { text: 'Ask for free times, then book one. The `idempotency-key` makes a repeat safe.' },
        {
          code: `curl "$HOST/api/v1/studios/$STUDIO/availability?service=recording&minutes=60&date=2026-12-01" \\
  -H "authorization: Bearer $STUDIOHUB_KEY"

curl "$HOST/api/v1/studios/$STUDIO/bookings" -H "authorization: Bearer $STUDIOHUB_KEY" \\
  -H 'content-type: application/json' -H 'idempotency-key: order-1001' \\
  -d '{ "booking_type": "client_booking", "service_type": "recording", "client_id": "...",
        "booking_date": "2026-12-01", "start_time": "10:00", "end_time": "11:00" }'`,
        },
      ],
    },
    {
      title: 'When a key stops working',
      blocks: [
        {
          points: [
            'A key ends on its last day, when it is revoked, and with the role of the person who created it.',
            'After "Revoke" it fails at the next call. Do that at once if another person may have seen it.',
            'The activity log shows what each key did. Admins get an email when a key is created or changed.',
            'A key can make 300 calls per minute.',
          ],
        },
      ],
    },
  ],
}

/** How a studio's server is notified of changes. */
export const webhooks: Article = {
  slug: 'webhooks',
  title: 'Webhooks',
  summary: 'Your server is called when something happens in your studio. Every call is signed.',
  sections: [
    {
      title: 'Receive events',
      blocks: [
        {
          steps: [
            'Open Settings, API as an admin, and choose "Add a webhook".',
            'Enter the address of your server and choose the events, such as new or moved bookings.',
            'Copy the secret. Your server uses it to check that a call comes from us, for example with the library `standardwebhooks`.',
            'Choose "Send a test".',
          ],
        },
      ],
    },
    {
      title: 'Rules for your server',
      blocks: [
        {
          points: [
            'Answer with a status from 200 to 299 within ten seconds, and do long work afterwards.',
            'Expect repeats. The `id` of an event is the same in all of them.',
            'Do not rely on the order. `version` counts the changes of an object.',
            'A failed call is repeated for three days. A server that accepts nothing in that time is switched off, and the admins are notified.',
          ],
        },
      ],
    },
  ],
}
