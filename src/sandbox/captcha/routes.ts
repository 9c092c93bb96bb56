import { Hono } from 'hono'
import { z } from 'zod'
import { readInput } from '#sandbox/http/requests.ts'
import { sandboxCaptcha } from '#shared/sandbox-services.ts'

const { path, secret } = sandboxCaptcha

const questionSchema = z.object({ secret: z.string(), response: z.string() })

/**
 * The format of a token, which contains the host of the page that shows the widget. Scripts may make tokens with any host. A
 * token with the host `down` gets a 500, and one with the host `silent` gets no answer for a minute.
 */
const tokenForm = /^sandbox\/([\w.-]+)\/[\w-]{8,64}$/

/** Stands in for Turnstile and hCaptcha, whose widgets and answers have the same format. */
export function createCaptchaRoutes(): Hono {
	const app = new Hono()
	const used = new Set<string>()
	app.post(`${path}/siteverify`, async (c) => {
		const { secret: given, response } = await readInput(c, questionSchema)
		const refuse = (...codes: string[]) => c.json({ success: false, 'error-codes': codes })
		if (given !== secret) return refuse('invalid-input-secret')
		const [, hostname] = tokenForm.exec(response) ?? []
		if (hostname === undefined) return refuse('invalid-input-response')
		if (hostname === 'down') return c.text('The stand-in is down.', 500)
		if (hostname === 'silent') {
			await new Promise((resolve) => setTimeout(resolve, 60_000).unref())
			return c.text('', 503)
		}
		if (used.has(response)) return refuse('timeout-or-duplicate')
		used.add(response)
		return c.json({ success: true, hostname, 'error-codes': [] })
	})
	app.get(`${path}/widget.js`, (c) =>
		c.body(widget, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
	)
	return app
}

const widget = `
const place = document.querySelector('.cf-turnstile, .h-captcha')
const button = document.createElement('button')
button.textContent = 'I’m not a robot (sandbox)'
button.addEventListener('click', () => window[place.dataset.callback]('sandbox/' + location.hostname + '/' + crypto.randomUUID()))
place.append(button)
`
