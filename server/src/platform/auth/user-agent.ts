type Name = readonly [pattern: RegExp, name: string]

// The first that fits: Edge, Opera and the others call themselves Chrome too, and Chrome calls itself Safari.
const browsers: readonly Name[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bDuckDuckGo\/|\bDdg\//, 'DuckDuckGo'],
  [/\bFxiOS\/|\bFirefox\//, 'Firefox'],
  [/\bCriOS\/|\b(Headless)?Chrome\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const programs: readonly Name[] = [
  [/^curl\//i, 'curl'],
  [/^(node|undici)\b/i, 'A program'],
  [/^(python|Go-http-client|okhttp|Dart|axios|PostmanRuntime)\b/i, 'A program'],
]

// An iPad calls itself a Mac when it asks for desktop pages; what tells them apart is not in this header.
const systems: readonly Name[] = [
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

const LONGEST_READ = 500
const nameIn = (names: readonly Name[], text: string) => names.find(([pattern]) => pattern.test(text))?.[1]

/**
 * A device in plain words, 'Chrome on macOS', from what its browser says of itself. Only names of ours come out, so
 * whatever stands in the header can be shown.
 */
export function deviceOf(user_agent: string | null): string {
  const text = (user_agent ?? '').slice(0, LONGEST_READ)
  const browser = nameIn(browsers, text) ?? nameIn(programs, text)
  const system = nameIn(systems, text)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? (system ? `A browser on ${system}` : 'An unknown device')
}
