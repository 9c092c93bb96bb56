import type { Hono } from 'hono'
import type { Env, Handler } from '#server/platform/http/handle.ts'
import type { CaptchaPurpose } from '#shared/captcha.ts'

/** Keeps bots away from some endpoints. Loaded only if the owner has set up a captcha. */
export interface Captcha {
	/** Returns a handler that rejects requests without a valid `captcha_token`, and passes the others to the given handler. */
	guard(purpose: CaptchaPurpose, handler: Handler): Handler
	/** The endpoints from which a caller gets a challenge or a widget. */
	routes: Hono<Env>
}

/** Guards a handler if the shop has a captcha. */
export function withCaptcha(
	{ captcha }: { captcha?: Captcha | undefined },
	purpose: CaptchaPurpose,
	handler: Handler,
): Handler {
	return captcha?.guard(purpose, handler) ?? handler
}
