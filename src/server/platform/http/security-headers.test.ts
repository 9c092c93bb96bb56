import { expect, test } from 'vitest'
import { securityHeaders } from '#server/platform/http/security-headers.ts'

test('strict transport security covers subdomains only if configured, and is never sent without https', () => {
	const hsts = 'strict-transport-security'
	const siteUrl = 'https://shop.example'
	expect(securityHeaders({ siteUrl })[hsts]).toBe('max-age=63072000')
	expect(securityHeaders({ siteUrl, hstsSubdomains: true })[hsts]).toBe('max-age=63072000; includeSubDomains')
	expect(securityHeaders({ siteUrl: 'http://localhost:3000', hstsSubdomains: true })[hsts]).toBeUndefined()
})
