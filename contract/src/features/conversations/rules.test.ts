import { expect, test } from 'vitest'
import { cutQuote, isAutomatic } from './rules.ts'

test.each([
  [
    'Yes, gladly.\n\nOn Mon, Nov 23, 2026 at 10:00 Northlight <reply@x.example> wrote:\n> The piano is tuned.',
    'Yes, gladly.',
  ],
  ['Yes.\n\nOn Mon, Nov 23, 2026 at 10:00 Northlight Recording\n<reply@x.example> wrote:\n> The piano', 'Yes.'],
  ['Gern!\r\n\r\nAm 23.11.2026 um 10:00 schrieb Northlight:\r\n> Das Klavier', 'Gern!'],
  ['Fine\n-----Original Message-----\nFrom: Northlight', 'Fine'],
  ['Fine\n________________________________\nFrom: Northlight', 'Fine'],
  ['See you\n-- \nCleo Marsh\n+49 30 1', 'See you'],
  ['Fine\n\nFrom: Northlight\nSent: Monday\nTo: Cleo', 'Fine'],
  ['From: ten to twelve\nis fine', 'From: ten to twelve\nis fine'],
  ['On Monday I wrote: it is late', 'On Monday I wrote: it is late'],
  ['One\n\n\n\nTwo', 'One\n\nTwo'],
  ['a\u202eb\u0007c', 'abc'],
  ['> only a quote', ''],
  // A reply below the quoted email, or between its lines.
  ['On Mon, Nov 23, 2026 at 10:00 Northlight wrote:\n> The piano\n\nMy reply', 'My reply'],
  ['\nOn Mon, Nov 23, 2026 Northlight\n<r@x.example> wrote:\n\n> The piano\n>\n> Bye\nMy reply\n-- \nCleo', 'My reply'],
  ['> Is ten fine?\nYes.\n> And the piano?\nTuned.', 'Yes.\nTuned.'],
  ['> q\nYes\n\nOn Sun, Nov 22, 2026 at 10:00 Cleo wrote:\n> older', 'Yes'],
  ['On Mon, Nov 23, 2026 at 10:00 Northlight wrote:\n> The piano\n> is tuned', ''],
  // Without marks, the lines below are the quoted email.
  ['On Mon, Nov 23, 2026 at 10:00 Northlight wrote:\n\nThe piano is tuned.', ''],
  ['-----Original Message-----\nFrom: Northlight\n> older\nThe piano is tuned.', ''],
  ['From: Northlight\nSent: Monday\n\nThe piano\n> older\nBye', ''],
  // Other languages.
  ['¡Sí!\n\nEl lun, 23 nov 2026 a las 10:00, Northlight (<r@x.example>) escribió:\n> El piano', '¡Sí!'],
  ['¡Sí!\n\nEl 23 nov 2026, Northlight escribio\u0301:\n> El piano', '¡Sí!'],
  ['Oui\n\nLe lun. 23 nov. 2026 à 10:00, Northlight a écrit :\n> Le piano', 'Oui'],
  ['Gern\n\nVon: Northlight\nGesendet: Montag, 23. November 2026\nAn: Cleo', 'Gern'],
  ['Oui\n\nDe : Northlight\nEnvoyé : lundi 23 novembre 2026\nÀ : Cleo', 'Oui'],
  ['Von: 10 Uhr\nBis: 12 Uhr', 'Von: 10 Uhr\nBis: 12 Uhr'],
])('a reply by email is cut to its new text: %j', (text, newText) => {
  expect(cutQuote(text)).toBe(newText)
})

test('a reply by email has at most the length of a message', () => {
  expect([...cutQuote('😀'.repeat(6_000))]).toHaveLength(5_000)
})

test.each([
  { 'auto-submitted': 'auto-replied' },
  { 'auto-submitted': 'auto-generated' },
  { precedence: 'bulk' },
  { precedence: 'auto_reply' },
  { precedence: 'Junk' },
  { 'x-autoreply': 'yes' },
  { 'x-autorespond': '' },
  { 'content-type': 'multipart/report; report-type=disposition-notification' },
  { 'x-auto-response-suppress': 'All' },
  { 'list-id': '<news.example>' },
  { 'return-path': '<>' },
])('mail from a program is recognized by its headers: %j', (headers: Record<string, string>) => {
  expect(isAutomatic({ from: 'cleo@example.com', headers })).toBe(true)
})

test('mail from a person is not mistaken for mail from a program, and a robot is recognized by its address', () => {
  const headers = { 'auto-submitted': 'no', subject: 'Re: bulk order', 'return-path': '<cleo@example.com>' }
  expect(isAutomatic({ from: 'cleo@example.com', headers })).toBe(false)
  for (const from of [
    'MAILER-DAEMON@example.com',
    'no-reply@example.com',
    'noreply@example.com',
    'bounce+1@example.com',
  ])
    expect(isAutomatic({ from, headers: {} })).toBe(true)
})
