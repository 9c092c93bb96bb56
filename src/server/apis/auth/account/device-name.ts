const programs: readonly [RegExp, string][] = [
	[/\bEdg(e|A|iOS)?\//, 'Edge'],
	[/\b(OPR|OPiOS|Opera)\//, 'Opera'],
	[/\bSamsungBrowser\//, 'Samsung Internet'],
	[/\b(Firefox|FxiOS)\//, 'Firefox'],
	[/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
	[/\bVersion\/\S+ (Mobile\/\S+ )?Safari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
	[/\biPhone\b/, 'iPhone'],
	[/\biPad\b/, 'iPad'],
	[/\bAndroid\b/, 'Android'],
	[/\bCrOS\b/, 'ChromeOS'],
	[/\bWindows\b/, 'Windows'],
	[/\bMacintosh\b/, 'Mac'],
	[/\bLinux\b/, 'Linux'],
]

/** Returns a name the user will recognise the device by, such as "Firefox on Windows", without version or location. */
export function deviceName(userAgent: string | null): string {
	const program = nameIn(programs, userAgent)
	const system = nameIn(systems, userAgent)
	if (program === undefined) return system ?? 'Another program'
	return system === undefined ? program : `${program} on ${system}`
}

function nameIn(names: readonly [RegExp, string][], userAgent: string | null): string | undefined {
	return names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
}
