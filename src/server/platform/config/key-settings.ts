import { list, secretKey } from '#server/platform/config/setting-fields.ts'
import { type Limit, limitNames } from '#server/platform/http/rate-limit.ts'

/** Rate limits as `name=times/seconds`, comma separated. */
const rateLimits = list(',')
	.refine((parts) => parts.every((part) => readLimit(part) !== undefined), {
		error: `must be name=times/seconds, comma separated; the names are ${[...limitNames].join(', ')}`,
	})
	.transform((parts): ReadonlyMap<string, Limit> => new Map(parts.flatMap((part) => readLimit(part) ?? [])))

function readLimit(part: string): [[string, Limit]] | undefined {
	const [, name = '', points, seconds] = /^(\w+)=(\d{1,6})\/(\d{1,6})$/.exec(part) ?? []
	if (!limitNames.has(name) || Number(points) === 0 || Number(seconds) === 0) return undefined
	return [[name, { points: Number(points), seconds: Number(seconds) }]]
}

/** Settings that protect accounts: keys other than the signing keys, and changed rate limits. */
export const keySettingsFields = {
	AUTH_ENCRYPTION_KEY: secretKey.optional(),
	AUTH_LEGACY_JWT_SECRET: secretKey.optional(),
	RATE_LIMITS: rateLimits.default(new Map()),
}
