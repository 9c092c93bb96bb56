import type { Context } from 'hono'
import { z } from 'zod'
import { captchaRefused } from '#server/apis/auth/errors.ts'
import { bodyLimitBytes, readOptionalBody } from '#server/apis/auth/schemas.ts'
import { type About, aboutOf } from '#server/platform/http/about.ts'
import type { Authenticate } from '#server/platform/http/authenticate.ts'
import { readBytes } from '#server/platform/http/body.ts'
import { type Env, type Handler, handle } from '#server/platform/http/handle.ts'
import type { RateLimits } from '#server/platform/http/rate-limit.ts'
import type { CaptchaPurpose } from '#shared/captcha.ts'

export interface GuardOptions {
	authenticate: Authenticate
	rateLimits: RateLimits
	/**
	 * Returns the reasons for rejecting a token, as the error codes of captcha services. The list is empty if the token is valid.
	 * Each token can be used once.
	 */
	check: (token: string, purpose: CaptchaPurpose) => Promise<readonly string[]>
}

const captchaSchema = z.object({
	gotrue_meta_security: z.object({ captcha_token: z.string().nullish() }).nullish(),
})

/** The tokens of captcha services have one or two thousand characters. */
const longestToken = 8_192

/**
 * Returns a handler that checks the `captcha_token` in the body and then calls the given handler. The service role needs no
 * token: its requests come from the owner's own server.
 */
export function guardWith({ authenticate, rateLimits, check }: GuardOptions) {
	return (purpose: CaptchaPurpose, handler: Handler): Handler =>
		handle({
			about: withToken(aboutOf(handler)),
			authenticate: (c) => authenticate(c.req.raw),
			limit: (c) => rateLimits.consume('captcha', c.get('clientAddress')),
			parse: readCaptcha,
			act: async (c, { role }, { gotrue_meta_security: security }) => {
				if (role === 'service') return await handler(c)
				const token = security?.captcha_token?.trim() ?? ''
				if (token === '') throw captchaRefused('no captcha_token found')
				const reasons = token.length > longestToken ? ['invalid-input-response'] : await check(token, purpose)
				if (reasons.length > 0) throw captchaRefused(reasons.join(', '))
				return await handler(c)
			},
		})
}

/**
 * Reads the body, and replaces the request with a copy for the handler. `clone` would make two streams, and if the body is too
 * long, cancelling one of them would wait until the other is cancelled too.
 */
async function readCaptcha(c: Context<Env>): Promise<z.infer<typeof captchaSchema>> {
	const { url, method, headers } = c.req.raw
	const body = await readBytes(c.req.raw, bodyLimitBytes)
	const copy = () => new Request(url, { method, headers, body: new Uint8Array(body) })
	c.req.raw = copy()
	return await readOptionalBody(copy(), captchaSchema)
}

/** Adds the token to the description of a guarded handler in the API's documentation. */
function withToken(about: About | 'refused' | undefined): About | 'refused' {
	if (about === undefined || about === 'refused') return 'refused'
	const { body } = about
	return { ...about, body: body instanceof z.ZodType ? body.and(captchaSchema) : captchaSchema }
}
