import Bowser from 'bowser'

/** Shorter names for some of the library's browsers and systems. */
const shortNames: Readonly<Record<string, string>> = {
	'Microsoft Edge': 'Edge',
	'Samsung Internet for Android': 'Samsung Internet',
	Chromium: 'Chrome',
	macOS: 'Mac',
	'Chrome OS': 'ChromeOS',
}

const browsers: ReadonlySet<string> = new Set([
	'Chrome',
	'Edge',
	'Firefox',
	'Opera',
	'Safari',
	'Samsung Internet',
])

/** Returns a name by which the user will recognise the device, such as "Firefox on Windows". It has no version or location. */
export function deviceName(userAgent: string | null): string {
	const { browser, os, platform } = Bowser.parse(userAgent || 'unknown')
	const browserName = shortened(browser.name)
	const system = os.name === 'iOS' ? platform.model : shortened(os.name)
	// The library also names command-line programs and unknown browsers.
	if (browserName === undefined || !browsers.has(browserName)) return system ?? 'Another program'
	return system === undefined ? browserName : `${browserName} on ${system}`
}

function shortened(name: string | undefined): string | undefined {
	return name === undefined ? undefined : (shortNames[name] ?? name)
}
