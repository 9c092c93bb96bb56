import type { z } from 'zod'
import { type Limit, limitNames } from '#server/platform/http/rate-limit.ts'
import type { Obstacle } from '#server/platform/obstacle.ts'
import { area, renamed, setting } from './setting.ts'
import { list } from './setting-fields.ts'

export type LimitSettings = z.output<typeof limitSettings>

/** Earlier names of rate limits, which are still accepted. */
const formerLimitNames: ReadonlyMap<string, string> = new Map([
	['outside', 'oauth'],
	['mail', 'email'],
	['mailAgain', 'emailAgain'],
	['mailCodeGuess', 'emailCodeGuess'],
])

/** Rate limits as `name=times/seconds`, comma separated. */
const rateLimits = list(',')
	.refine((parts) => parts.every((part) => readLimit(part) !== undefined), {
		error: `must be name=times/seconds, comma separated; the names are ${[...limitNames].join(', ')}`,
	})
	.transform((parts): ReadonlyMap<string, Limit> => new Map(parts.flatMap((part) => readLimit(part) ?? [])))

function readLimit(part: string): [[string, Limit]] | undefined {
	const [, given = '', points, seconds] = /^(\w+)=(\d{1,6})\/(\d{1,6})$/.exec(part) ?? []
	const name = formerLimitNames.get(given) ?? given
	if (!limitNames.has(name) || Number(points) === 0 || Number(seconds) === 0) return undefined
	return [[name, { points: Number(points), seconds: Number(seconds) }]]
}

export const limitSettings = area('Rate limits', {
	rateLimits: setting('RATE_LIMITS', rateLimits, {
		default: '',
		example: 'signIn=150/300',
		description:
			'Overrides individual rate limits, as name=times/seconds, comma separated. Names and defaults: src/server/platform/http/rate-limit.ts.',
	}),
})

/** Returns a notice for each earlier name in `RATE_LIMITS`. */
export function findFormerLimitNames(rateLimits: string | undefined): Obstacle[] {
	return [...formerLimitNames]
		.filter(([former]) => new RegExp(`(^|,)\\s*${former}=`).test(rateLimits ?? ''))
		.map(([former, name]) => renamed(`The rate limit ${former} in RATE_LIMITS`, name))
}
