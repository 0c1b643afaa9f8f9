/** 32 hexadecimal digits by chance; the built-in UUID function is missing where the page came over plain HTTP. */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
