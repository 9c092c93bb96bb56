import { expect, test } from 'vitest'
import { securityTextRoutes } from '#server/platform/http/security-text.ts'

const clock = { now: () => new Date('2026-11-21T12:00:00Z') }
const path = '/.well-known/security.txt'

test('security.txt says where to report a vulnerability and how long it is valid', async () => {
	const routes = securityTextRoutes({
		siteUrl: 'https://guides.example',
		trader: { email: 'help@guides.example' },
		clock,
	})
	const answer = await routes.request(path)
	expect(answer.headers.get('content-type')).toBe('text/plain; charset=UTF-8')
	expect(await answer.text()).toBe(
		[
			'Contact: mailto:help@guides.example',
			'Expires: 2027-05-20T12:00:00.000Z',
			'Canonical: https://guides.example/.well-known/security.txt',
			'Preferred-Languages: en',
			'',
		].join('\n'),
	)
})

test('there is no security.txt if no trader is set', async () => {
	const routes = securityTextRoutes({ siteUrl: 'http://localhost:3000', trader: undefined, clock })
	expect((await routes.request(path)).status).toBe(404)
})
