import { describe, expect, test } from 'vitest'
import { safeRedirect } from '#shared/safe-redirect.ts'
import { categorySlugs } from '#web/products/categories.ts'
import routes from '#web/routes.ts'
import {
	isRecoveryStep,
	recoveryStepPath,
	signInPath,
	signInToFinishPath,
	stepPath,
	tabOf,
	targetOf,
} from './sign-in-paths.ts'

describe('the page after signing in', () => {
	test.each([
		'/',
		'/free',
		'/products/student-guide',
		'/products/released-tomorrow',
		'/get/student-guide',
		'/read/student-guide',
		'/startup-blueprint',
		'/Finance',
		'/categories/money',
		'/articles/what-your-deposit-is-for',
		'/account/guides',
		'/account/refund',
	])('%s is a page of this site and is accepted', (path) => {
		expect(safeRedirect(path)).toBe(path)
	})

	test('the code of a guide’s link is kept, and nothing else of a query', () => {
		for (const path of ['/products/cv-secrets?code=SPRING25', '/get/cv-secrets?code=spring25'])
			expect(safeRedirect(path)).toBe(path)
		expect(safeRedirect('/get/cv-secrets?x=1&code=A1B&y=//evil.example')).toBe('/get/cv-secrets?code=A1B')
		for (const code of ['', 'AB', 'A'.repeat(21), 'SPRING-25', '%3Cb%3E', '//evil.example', '%0AABC'])
			expect(safeRedirect(`/get/cv-secrets?code=${code}`), code).toBe('/get/cv-secrets')
		for (const path of ['/premium', '/read/cv-secrets', '/account'])
			expect(safeRedirect(`${path}?code=SPRING25`)).toBe(path)
		expect(signInPath('/get/cv-secrets?code=SPRING25', 'sign-up')).toBe(
			'/auth?redirect=/get/cv-secrets?code=SPRING25&tab=sign-up',
		)
		const query = new URLSearchParams(
			signInPath('/get/cv-secrets?code=SPRING25', 'sign-up').slice('/auth?'.length),
		)
		expect(targetOf(query)).toBe('/get/cv-secrets?code=SPRING25')
	})

	test.each([
		'https://evil.example/',
		'https:/free',
		'//evil.example',
		'///evil.example',
		'/\\evil.example',
		'\\\\evil.example',
		'/%2f%2fevil.example',
		'/\t/evil.example',
		'/free\n',
		' /free',
		'javascript:alert(1)',
		'data:text/html,hi',
		'/@evil.example',
		'/free@evil.example',
		'/free/../auth/confirm',
		'/auth',
		'/auth?redirect=/auth',
		'/auth/v1/logout',
		'/storage/v1/object/sign/pdfs/CV.zip',
		'/auth/new-password',
		'/get',
		'/get/',
		'/get/No-Such-Guide',
		'/get/a--b',
		'/products/a_b',
		'/products/cv-secrets/content.json',
		'/products/a%2Fb',
		'/read/',
		'/articles/feed.xml',
		'/get/../auth',
		'/categories/../auth',
		'/categories/a%2Fb',
		'/categories/you-have-won-ring-this-number',
		'/__proto__',
		'constructor',
		'',
		'/'.repeat(5000),
	])('%j is replaced with the home page', (candidate) => {
		expect(safeRedirect(candidate)).toBe('/')
	})

	test('a missing parameter leads home', () => {
		expect(safeRedirect(null)).toBe('/')
		expect(safeRedirect(undefined)).toBe('/')
	})

	test('a query or fragment on an allowed page is dropped', () => {
		expect(safeRedirect('/free?next=//evil.example#x')).toBe('/free')
		expect(safeRedirect('/?redirect=https://evil.example')).toBe('/')
	})

	test('the fragment of a receipt is kept on the page with the receipts, and nowhere else', () => {
		expect(safeRedirect('/account/guides#receipt-HS-000003')).toBe('/account/guides#receipt-HS-000003')
		expect(safeRedirect('/account/guides?a=b#receipt-HS-000003')).toBe('/account/guides#receipt-HS-000003')
		expect(safeRedirect('/free#receipt-HS-000003')).toBe('/free')
		for (const fragment of [
			'receipt-HS-3"',
			'receipt-HS-000003\n',
			'x',
			'',
			'receipt-HS-000003#x',
			'//evil.example',
		])
			expect(safeRedirect(`/account/guides#${fragment}`)).toBe('/account/guides')
	})

	test('the fragment of a bundle is kept on the pages that offer bundles, and nowhere else', () => {
		for (const path of ['/premium', '/products/cv-secrets', '/startup-blueprint'])
			expect(safeRedirect(`${path}#bundle-0a1b2c3d`)).toBe(`${path}#bundle-0a1b2c3d`)
		for (const path of ['/free', '/get/cv-secrets'])
			expect(safeRedirect(`${path}#bundle-0a1b2c3d`)).toBe(path)
		for (const fragment of ['bundle-1', 'bundle-0a1b2c3d-title', 'bundle-0a1b2c3d&x=1', 'receipt-HS-000003'])
			expect(safeRedirect(`/premium#${fragment}`)).toBe('/premium')
	})

	test('only the path is kept from the address of a waiting guide', () => {
		expect(safeRedirect('/get/cv-secrets?begun=yes&price=0#now')).toBe('/get/cv-secrets')
		expect(safeRedirect('//evil.example/get/cv-secrets')).toBe('/')
	})

	test('the success page keeps a Checkout Session id, whether passed separately or in the target’s own query', () => {
		expect(safeRedirect('/payment-success', 'cs_test_a1B2')).toBe('/payment-success?session_id=cs_test_a1B2')
		expect(safeRedirect('/payment-success?session_id=cs_test_a1B2')).toBe(
			'/payment-success?session_id=cs_test_a1B2',
		)
	})

	test.each(['', 'cs x', 'cs_1&redirect=//evil', '../..', 'cs_1#', 'é', 'a'.repeat(256)])(
		'the success page with the Checkout Session id %j leads home',
		(id) => {
			expect(safeRedirect('/payment-success', id)).toBe('/')
		},
	)

	test('the success page without a Checkout Session id leads home', () => {
		expect(safeRedirect('/payment-success')).toBe('/')
	})

	test('a Checkout Session id is not passed on to any other page', () => {
		expect(safeRedirect('/free', 'cs_test_1')).toBe('/free')
	})
})

describe('the link to the sign-in page', () => {
	test('contains the page the visitor was on', () => {
		expect(signInPath('/products/cv-secrets')).toBe('/auth?redirect=/products/cv-secrets')
	})

	test('contains the fragment of a receipt', () => {
		const path = signInPath('/account/guides#receipt-HS-000003')
		expect(path).toBe('/auth?redirect=/account/guides%23receipt-HS-000003')
		expect(targetOf(new URL(path, 'http://shop.test').searchParams)).toBe('/account/guides#receipt-HS-000003')
	})

	test('leaves out the home page and pages to which no redirect may lead', () => {
		expect(signInPath('/')).toBe('/auth')
		expect(signInPath('/no-such-page')).toBe('/auth')
	})

	test('opens the sign-up form, with or without a waiting guide', () => {
		expect(signInPath('/', 'sign-up')).toBe('/auth?tab=sign-up')
		expect(signInPath('/get/cv-secrets', 'sign-up')).toBe('/auth?redirect=/get/cv-secrets&tab=sign-up')
		const query = (path: string) => new URL(path, 'http://shop.test').searchParams
		expect(tabOf(query(signInPath('/get/cv-secrets', 'sign-up')))).toBe('sign-up')
		expect(targetOf(query(signInPath('/get/cv-secrets', 'sign-up')))).toBe('/get/cv-secrets')
		expect(tabOf(query(signInPath('/get/cv-secrets')))).toBe('sign-in')
		expect(tabOf(query('/auth?tab=anything'))).toBe('sign-in')
		expect(tabOf(null)).toBe('sign-in')
	})

	test('contains the encoded Checkout Session id if there is a purchase to finish', () => {
		expect(signInToFinishPath('cs_1&x=2')).toBe('/auth?redirect=/payment-success&session_id=cs_1%26x%3D2')
	})
})

describe('the pages to which a redirect may lead', () => {
	/** Paths to which no redirect leads, because they belong to signing in or paying, need an emailed link, or are not pages. */
	const never = [
		...['auth', 'auth/confirm', 'auth/recover', 'auth/link', 'auth/second-step', 'auth/new-password'],
		...[
			'notice/confirm',
			'notice/stop',
			'reviews/stop',
			'editions/stop',
			'news/stop',
			'payment-success',
			'articles/feed.xml',
			'sitemap.xml',
			'robots.txt',
			'manifest.webmanifest',
			'service-worker.js',
			'*',
		],
	]
	const paths = routes.flatMap(({ path, children }) => [path, ...(children ?? []).map((child) => child.path)])
	const pages = paths.filter((path) => path !== undefined && !path.includes(':') && !never.includes(path))

	test('are more than ten', () => {
		expect(pages.length).toBeGreaterThan(10)
	})

	test.each([...pages.map((path) => `/${path}`), ...categorySlugs.map((slug) => `/categories/${slug}`)])(
		'include %s',
		(path) => {
			expect(safeRedirect(path)).toBe(path)
		},
	)
})

test.each([
	'/',
	'/free',
	'/get/student-guide',
	'/account/guides#receipt-HS-000003',
	'/payment-success?session_id=cs_test_1',
])('a sign-in step leads on to %s', (target) => {
	const address = new URL(stepPath('/auth/recover', target), 'http://shop.test')
	expect(address.pathname).toBe('/auth/recover')
	expect(targetOf(address.searchParams)).toBe(target)
})

test.each(['/', '/get/cv-secrets', '/payment-success?session_id=cs_test_1'])(
	'the second step of a recovery is marked as such and leads on to %s',
	(target) => {
		const { searchParams } = new URL(recoveryStepPath(target), 'http://shop.test')
		expect(isRecoveryStep(searchParams)).toBe(true)
		expect(targetOf(searchParams)).toBe(target)
		expect(
			isRecoveryStep(new URL(stepPath('/auth/second-step', target), 'http://shop.test').searchParams),
		).toBe(false)
	},
)

test('a sign-in step never leads to another site', () => {
	expect(targetOf(new URLSearchParams({ redirect: '//evil.example' }))).toBe('/')
	expect(targetOf(null)).toBe('/')
})
