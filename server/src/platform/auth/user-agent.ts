type Name = readonly [pattern: RegExp, name: string]

// The first match wins: Edge, Opera and others also contain "Chrome", and Chrome contains "Safari".
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

// An iPad that requests desktop pages sends the header of a Mac, so the two cannot be told apart.
const systems: readonly Name[] = [
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

const LENGTH_READ_MAX = 500
const nameIn = (names: readonly Name[], text: string) => names.find(([pattern]) => pattern.test(text))?.[1]

/**
 * Describes a device by its user agent: 'Chrome on macOS'. The result has only names from the lists above, so any header is
 * safe to show.
 */
export function describeDevice(user_agent: string | null): string {
  const text = (user_agent ?? '').slice(0, LENGTH_READ_MAX)
  const browser = nameIn(browsers, text) ?? nameIn(programs, text)
  const system = nameIn(systems, text)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? (system ? `A browser on ${system}` : 'An unknown device')
}
