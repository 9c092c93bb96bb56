import { z } from 'zod'
import type { CaptchaService } from '#server/config/captcha-settings.ts'
import { AppError } from '#server/platform/app-error.ts'

const answerSchema = z.object({
	success: z.boolean(),
	hostname: z.string().nullish(),
	'error-codes': z.array(z.string().max(100)).max(20).nullish(),
})

const timeoutMs = 5_000

/**
 * Returns a function that checks a token with Turnstile or hCaptcha. It returns the reasons for a rejection, or an empty list. It
 * also rejects tokens that were issued on another site. It throws `captcha_failed` if there is no answer within five seconds. It
 * does not send the visitor's address, because the service already has it from the browser.
 */
export function createSiteverify({ verifyUrl, secret, siteKey, hosts }: CaptchaService) {
	return async (token: string): Promise<readonly string[]> => {
		const { success, hostname, ...answer } = await ask(verifyUrl, {
			secret,
			response: token,
			sitekey: siteKey,
		})
		if (!success) return [answer['error-codes']?.join(', ') || 'invalid-input-response']
		return hosts.includes(hostname ?? '') ? [] : ['hostname-mismatch']
	}
}

async function ask(url: string, fields: Record<string, string>): Promise<z.infer<typeof answerSchema>> {
	try {
		const response = await fetch(url, {
			method: 'POST',
			body: new URLSearchParams(fields),
			redirect: 'error',
			signal: AbortSignal.timeout(timeoutMs),
		})
		return answerSchema.parse(await response.json())
	} catch (error) {
		throw captchaUnavailable(error)
	}
}

function captchaUnavailable(cause: unknown): AppError {
	return new AppError('captcha_failed', 503, 'captcha verification process failed', { retryAfter: 30, cause })
}
