import { invalidPreferences } from '#server/apis/rest/errors.ts'

/** The supported preferences of a request (RFC 7240). */
export interface Preferences {
	representation: 'minimal' | 'headers-only' | 'representation' | undefined
	resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined
	/** What to insert into a column that a row of the body leaves out. */
	missing: 'default' | 'null' | undefined
	countsExactly: boolean
	/** Applies only with `handling=strict`, as in the reference server. */
	maxAffected: number | undefined
	handling: 'strict' | 'lenient' | undefined
}

const longestHeader = 2_048
const known: Record<string, RegExp> = {
	return: /^(minimal|headers-only|representation)$/,
	resolution: /^(merge|ignore)-duplicates$/,
	missing: /^(default|null)$/,
	// A planned or estimated count is counted exactly too: the planner’s figures would include rows that the caller may not see.
	count: /^(exact|planned|estimated)$/,
	handling: /^(strict|lenient)$/,
	'max-affected': /^[0-9]{1,9}$/,
	// Accepted because clients send it, but never honoured: a change answered with 2xx is committed.
	tx: /^(commit|rollback)$/,
}

/**
 * Parses the `Prefer` header. An unknown preference is ignored, or rejected with `handling=strict`.
 */
export function readPreferences(header: string | undefined): Preferences {
	const text = header ?? ''
	if (text.length > longestHeader) throw invalidPreferences('Malformed Prefer header', 'too long')
	const chosen = new Map<string, string>()
	const unknown: string[] = []
	for (const part of text
		.split(',')
		.map((piece) => piece.trim())
		.filter(Boolean)) {
		const match = /^([A-Za-z-]+)(?:=([A-Za-z0-9_/+:-]+))?$/.exec(part)
		if (match?.[1] === undefined) throw invalidPreferences('Malformed Prefer header', part)
		const [name, value] = [match[1], match[2] ?? '']
		if (!Object.hasOwn(known, name) || known[name]?.test(value) !== true) unknown.push(part)
		// If a preference is repeated, the first one counts (RFC 7240 section 2).
		else if (!chosen.has(name)) chosen.set(name, value)
	}
	if (chosen.get('handling') === 'strict' && unknown.length > 0) {
		throw invalidPreferences('Invalid preferences given with handling=strict', unknown.join(', '))
	}
	const maxAffected = chosen.get('max-affected')
	return {
		representation: pick(chosen.get('return'), ['minimal', 'headers-only', 'representation']),
		resolution: pick(chosen.get('resolution'), ['merge-duplicates', 'ignore-duplicates']),
		missing: pick(chosen.get('missing'), ['default', 'null']),
		countsExactly: chosen.has('count'),
		maxAffected:
			maxAffected === undefined || chosen.get('handling') !== 'strict' ? undefined : Number(maxAffected),
		handling: pick(chosen.get('handling'), ['strict', 'lenient']),
	}
}

/** Returns the value of `Preference-Applied`; undefined if no preference applied to this kind of request. */
export function appliedPreferences(
	preferences: Preferences,
	verb: 'select' | 'insert' | 'update',
): string | undefined {
	const writes = verb !== 'select'
	const applied = [
		verb === 'insert' && preferences.resolution !== undefined && `resolution=${preferences.resolution}`,
		verb === 'insert' && preferences.missing !== undefined && `missing=${preferences.missing}`,
		writes && preferences.representation !== undefined && `return=${preferences.representation}`,
		preferences.countsExactly && 'count=exact',
		preferences.handling !== undefined && `handling=${preferences.handling}`,
		writes && preferences.maxAffected !== undefined && `max-affected=${preferences.maxAffected}`,
	].filter((part) => part !== false)
	return applied.length === 0 ? undefined : applied.join(', ')
}

function pick<T extends string>(value: string | undefined, choices: readonly T[]): T | undefined {
	return choices.find((choice) => choice === value)
}
