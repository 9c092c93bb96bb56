import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import type { Captcha } from '#server/apis/auth/captcha/captcha.ts'
import { type GuardOptions, guardWith } from '#server/apis/auth/captcha/guard.ts'
import type { CaptchaService } from '#server/config/captcha-settings.ts'
import { anyone, type Env, handle } from '#server/platform/http/handle.ts'
import { captchaMessage } from '#shared/captcha.ts'

/**
 * Creates the captcha of a service such as Turnstile. The widget of the service runs in a frame with a policy of its own, so that
 * our pages keep their strict Content-Security-Policy (`docs/decisions/035-captcha.md`).
 */
export function createServiceCaptcha(service: CaptchaService, options: GuardOptions): Captcha {
	const routes = new Hono<Env>()
	routes.get(
		'/captcha/frame',
		handle({
			about: {
				does: 'Shows the captcha’s widget, for a frame in a page.',
				for: 'anyone',
				query: ['theme'],
				answers: { 200: 'a file' },
			},
			authenticate: anyone,
			act: async (c) => {
				const nonce = randomBytes(16).toString('base64')
				return c.html(await frame(service, { nonce, isDark: c.req.query('theme') === 'dark' }), 200, {
					'content-security-policy': framePolicy(service, nonce),
					'x-frame-options': 'SAMEORIGIN',
					'referrer-policy': 'strict-origin',
				})
			},
		}),
	)
	return { routes, guard: guardWith(options) }
}

interface FrameOptions {
	nonce: string
	isDark: boolean
}

function frame({ widgetClass, scriptUrl, siteKey }: CaptchaService, { nonce, isDark }: FrameOptions) {
	const theme = isDark ? 'dark' : 'light'
	return html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>Check that you’re not a robot</title>
<style nonce="${nonce}">:root { color-scheme: ${theme} } body { margin: 0; display: grid; place-items: center; min-height: 100vh }</style>
<script nonce="${nonce}">${raw(frameScript)}</script>
<script nonce="${nonce}" src="${scriptUrl}" async></script>
</head>
<body>
<div class="${widgetClass}" data-sitekey="${siteKey}" data-theme="${theme}" data-callback="solved" data-error-callback="failed" data-expired-callback="failed"></div>
</body>
</html>`
}

/** Reports the result of the widget to the page around the frame. */
const frameScript = `
function tell(token) { parent.postMessage({ type: '${captchaMessage}', token }, location.origin) }
function solved(token) { tell(token) }
function failed() { tell('') }
addEventListener('error', (event) => { if (event.target instanceof HTMLScriptElement) failed() }, true)
`

function framePolicy({ origins }: CaptchaService, nonce: string): string {
	const theirs = origins.join(' ')
	return [
		"default-src 'none'",
		`script-src 'nonce-${nonce}' ${theirs}`,
		`style-src 'nonce-${nonce}' ${theirs}`,
		"style-src-attr 'unsafe-inline'",
		`img-src 'self' data: ${theirs}`,
		`frame-src ${theirs}`,
		`connect-src 'self' ${theirs}`,
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'self'",
	].join('; ')
}
