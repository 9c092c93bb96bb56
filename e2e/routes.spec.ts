import { catalogue } from '#catalogue/index.ts'
import { productPath } from '#shared/paths.ts'
import { expectWithinWidth } from './good-page.ts'
import { bothScreens, expect, test } from './journey.ts'
import { openPages } from './open-pages.ts'
import { ready } from './sign-in.ts'

interface Route {
	path: string
	heading: string | RegExp
	title: RegExp
	/** Null if the page does not exist. */
	canonical: string | null
	status?: 404
}

/** An address that shows the same page as another. */
function same(path: string, as: Route): Route {
	return { ...as, path }
}

const career: Route = { path: '/career', heading: 'Career', title: /Career/, canonical: '/career' }
const finance: Route = { path: '/finance', heading: 'Finance', title: /Finance/, canonical: '/finance' }
const money: Route = { path: '/money', heading: 'Money', title: /Money/, canonical: '/money' }
const academic: Route = { path: '/academic', heading: 'Academic', title: /Academic/, canonical: '/academic' }

/** The pages of released products, and their second addresses. */
const products = catalogue
	.filter(({ comingSoon }) => !comingSoon)
	.flatMap((product): Route[] => {
		const { title, shortTitle, shortPath } = product
		const path = productPath(product)
		const route = { path, heading: title, title: new RegExp(RegExp.escape(shortTitle)), canonical: path }
		const get = `/get/${product.slug}`
		const pages = [route, { ...route, path: get, canonical: get }]
		return shortPath === undefined ? pages : [...pages, same(shortPath, route)]
	})

/** Every route of docs/specification.md section 2, and the additional ones. */
const routes: readonly Route[] = [
	{ path: '/', heading: /./, title: /^Headstart: free and premium guides/, canonical: '/' },
	{ path: '/free', heading: /[Ff]ree/, title: /[Ff]ree/, canonical: '/free' },
	{ path: '/premium', heading: /[Pp]remium/, title: /[Pp]remium/, canonical: '/premium' },
	{ path: '/about', heading: /./, title: /Headstart/, canonical: '/about' },
	{ path: '/auth', heading: 'Sign in', title: /^Sign in/, canonical: '/auth' },
	{
		path: '/auth/confirm',
		heading: 'This link is incomplete',
		title: /^One last step/,
		canonical: '/auth/confirm',
	},
	{
		path: '/notice/confirm',
		heading: 'This link doesn’t work any more',
		title: /^Tell me when it’s out/,
		canonical: '/notice/confirm',
	},
	{
		path: '/notice/stop',
		heading: 'We don’t know this link',
		title: /^Stop emails/,
		canonical: '/notice/stop',
	},
	{
		path: '/reviews/stop',
		heading: 'We don’t know this link',
		title: /^Stop emails/,
		canonical: '/reviews/stop',
	},
	{
		path: '/editions/stop',
		heading: 'We don’t know this link',
		title: /^Stop emails/,
		canonical: '/editions/stop',
	},
	{
		path: '/news/stop',
		heading: 'We don’t know this link',
		title: /^Stop emails/,
		canonical: '/news/stop',
	},
	...products,
	...[career, finance, money, academic].flatMap((route) => [
		route,
		same(
			route.path.replace(/^\/./, (start) => start.toUpperCase()),
			route,
		),
		same(`/categories${route.path}`, route),
	]),
	{
		path: '/categories/business',
		heading: 'Business',
		title: /Business/,
		canonical: '/categories/business',
	},
	{ path: '/contact', heading: /[Cc]ontact/, title: /[Cc]ontact/, canonical: '/contact' },
	{ path: '/privacy', heading: /[Pp]rivacy/, title: /[Pp]rivacy/, canonical: '/privacy' },
	{ path: '/terms', heading: 'Terms', title: /[Tt]erms/, canonical: '/terms' },
	{ path: '/refunds', heading: 'Refunds', title: /[Rr]efunds/, canonical: '/refunds' },
	{
		path: '/accessibility',
		heading: 'Accessibility',
		title: /^Accessibility/,
		canonical: '/accessibility',
	},
	{
		path: '/read/budget-planner/demo',
		heading: 'Demo of the planner',
		title: /^Demo of the budget planner/,
		canonical: '/read/budget-planner/demo',
	},
	{
		path: '/no-such-page',
		heading: 'Oops! Page not found',
		title: /^Page not found/,
		canonical: null,
		status: 404,
	},
	{
		path: '/products/none',
		heading: 'Oops! Page not found',
		title: /^Page not found/,
		canonical: null,
		status: 404,
	},
	{
		path: '/articles',
		heading: 'Oops! Page not found',
		title: /^Page not found/,
		canonical: null,
		status: 404,
	},
	{
		path: '/categories/none',
		heading: 'Category not found',
		title: /category|Category|not found/,
		canonical: null,
		status: 404,
	},
]

const screens = [
	{ width: 1280, height: 800 },
	{ width: 768, height: 1024 },
	{ width: 390, height: 844 },
]

test('every route has the right heading, title and canonical address, and never scrolls sideways', async ({
	page,
	shop,
	allow,
}) => {
	test.slow()
	// Each page is measured once, even if it has two addresses. `openPages` and the “not found” pages are left to
	// `accessibility.spec.ts`.
	const measured = new Set(openPages)
	const errors: string[] = []
	page.on('console', (message) => {
		if (message.type() === 'error' && !message.text().includes('status of 404')) errors.push(message.text())
	})
	allow(/status of 404/)
	for (const { path, heading, title, canonical, status = 200 } of routes) {
		const answer = await page.goto(path)
		await expect(page).toHaveURL(path)
		expect(answer?.status(), path).toBe(status)
		await ready(page)
		await expect(page.getByRole('heading', { level: 1 }), path).toHaveText([heading])
		await expect(page, path).toHaveTitle(title)
		const address = await page
			.locator('link[rel="canonical"]')
			.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
		expect(address, path).toEqual(canonical === null ? [] : [`${shop.url}${canonical}`])
		if (canonical === null || measured.has(canonical)) continue
		measured.add(canonical)
		for (const screen of screens) {
			await page.setViewportSize(screen)
			await expectWithinWidth(page, `${path}, ${screen.width} wide`)
		}
	}
	expect(errors).toEqual([])
})

test('opening /auth while signed in redirects home or to the requested page, never to another site', async ({
	page,
	signedInMember,
	allow,
}) => {
	allow(/status of 404/)
	await signedInMember()
	for (const [query, target] of [
		['', '/'],
		['?redirect=/premium', '/premium'],
		['?redirect=https://evil.test/', '/'],
		['?redirect=//evil.test', '/'],
		['?redirect=/payment-success', '/'],
		['?redirect=/payment-success&session_id=cs_test_none', '/payment-success?session_id=cs_test_none'],
	] as const) {
		await page.goto(`/auth${query}`)
		await expect(page, query).toHaveURL(target)
	}
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('We couldn’t find this purchase')
})

test(
	'the header shows who is signed in from the first paint, and links to the account',
	bothScreens,
	async ({ page, signedInMember, allow }) => {
		allow(/^failed: .*\/assets\/.*\.js$|ERR_FAILED/)
		await signedInMember()
		// The page before any of its scripts has run.
		await page.route('**/assets/*.js', (route) => route.abort())
		await page.goto('/about', { waitUntil: 'commit' })
		await expect(page.locator('html')).toHaveAttribute('data-session', 'in')
		await expect(page.locator('header').getByRole('link', { name: 'Sign In' })).toBeHidden()
		await page.unroute('**/assets/*.js')

		await page.goto('/about')
		await ready(page)
		const menu = page.locator('header summary').filter({ visible: true }).last()
		const badge = page.locator('.badge-name').filter({ visible: true })
		if ((await badge.count()) === 0) await menu.click()
		await expect(badge).toHaveText('Amara')
		await expect(page.getByRole('button', { name: 'Sign Out' }).filter({ visible: true })).toBeVisible()
		await badge.click()
		await expect(page).toHaveURL('/account')
		await page
			.getByRole('navigation', { name: 'Your account' })
			.getByRole('link', { name: 'Your guides' })
			.click()
		await expect(page).toHaveURL('/account/guides')
	},
)
