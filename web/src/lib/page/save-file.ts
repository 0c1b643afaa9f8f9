/** Saves a file as a download of the browser. */
export function saveFile(file: File) {
  const address = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: address, download: file.name }).click()
  URL.revokeObjectURL(address)
}
