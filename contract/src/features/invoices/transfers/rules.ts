const NAME_MAX = 70
const REFERENCE_MAX = 140
const AMOUNT_MINOR_MAX = 99_999_999_999

/** A bank transfer that a QR code describes. */
export type Transfer = {
  holder: string
  iban: string
  /** May be empty within the European Economic Area. */
  bic: string
  amount_minor: number
  currency: string
  reference: string
}

const oneLine = (text: string, max: number) => text.replaceAll(/\s+/g, ' ').trim().slice(0, max)

/**
 * The text of a QR code for a SEPA transfer (EPC069-12, version 2), which bank apps scan; null if there is no amount in
 * euros to transfer.
 */
export function epcText({ holder, iban, bic, amount_minor, currency, reference }: Transfer): string | null {
  if (currency !== 'EUR' || iban === '' || amount_minor < 1 || amount_minor > AMOUNT_MINOR_MAX) return null
  const amount = `EUR${Math.floor(amount_minor / 100)}.${String(amount_minor % 100).padStart(2, '0')}`
  const account = [bic, oneLine(holder, NAME_MAX), iban]
  // The purpose and the structured reference are empty: the invoice's number is free text.
  return ['BCD', '002', '1', 'SCT', ...account, amount, '', '', oneLine(reference, REFERENCE_MAX)].join('\n')
}
