/** 32 random hexadecimal digits. The built-in UUID function does not exist on pages loaded over plain HTTP. */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
