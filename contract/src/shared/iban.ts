/** Whether a text without spaces is a valid IBAN (ISO 13616: the remainder by 97 is 1). */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(text)) return false
  const digits = [...text.slice(4), ...text.slice(0, 4)].map((character) => Number.parseInt(character, 36)).join('')
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
}
