import { Hono } from 'hono'
import pino from 'pino'
import { expect, test } from 'vitest'
import type { Env } from '#server/platform/http/handle.ts'
import { policyReportRoutes } from '#server/platform/http/policy-reports.ts'
import { createRateLimits } from '#server/platform/http/rate-limit.ts'
import { requestFrame } from '#server/platform/http/request-frame.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

test('the log names the directive, and the blocked address without its query or fragment', async () => {
	const lines: string[] = []
	const log = pino({}, { write: (line) => lines.push(line) })
	const rateLimits = createRateLimits({ pool: world.database.jobsPool, scale: 1 })
	const app = new Hono<Env>()
		.use('*', requestFrame({ siteUrl: world.url, trustedProxies: [], log }))
		.route('/', policyReportRoutes({ rateLimits }))
	const report = (address: string) =>
		app.request('/csp-reports', {
			method: 'POST',
			body: JSON.stringify({
				'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': address },
			}),
		})
	expect((await report('https://evil.test/x?token=secret')).status).toBe(204)
	expect((await report('https://evil.test/x#token=secret')).status).toBe(204)
	const warnings = lines.filter((line) => line.includes('content security policy'))
	expect(warnings.map((line) => JSON.parse(line))).toMatchObject([
		{ directive: 'img-src', blocked: 'https://evil.test/x' },
		{ directive: 'img-src', blocked: 'https://evil.test/x' },
	])
	expect(lines.join()).not.toContain('secret')
})
