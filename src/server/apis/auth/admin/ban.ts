import { validationFailed } from '#server/platform/errors.ts'
import { dayMs } from '#shared/clock.ts'

const unitMs: Readonly<Record<string, number>> = {
	ns: 1e-6,
	us: 1e-3,
	µs: 1e-3,
	ms: 1,
	s: 1_000,
	m: 60_000,
	h: 3_600_000,
}

const longestMs = 100 * 365 * dayMs

/**
 * Reads the length of a ban in the format of the reference server, such as `24h` or `1h30m`. Returns when the ban ends: null for
 * `none`, undefined for an empty text. Throws `validation_failed` for anything else, and for more than a hundred years.
 */
export function readBan(text: string, now: Date): Date | null | undefined {
	if (text === '') return undefined
	if (text === 'none') return null
	const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)]
	const ms = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (unitMs[unit ?? ''] ?? 0), 0)
	const isWhole = parts.map(([part]) => part).join('') === text
	if (!isWhole || ms <= 0 || ms > longestMs)
		throw validationFailed('invalid format for ban duration: it should be like 24h or 1h30m, or none')
	return new Date(now.getTime() + ms)
}
