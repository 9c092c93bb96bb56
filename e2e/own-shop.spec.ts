import { generateKeyPairSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { freePort } from '#test/free-port.ts'
import { expectGoodPage } from './good-page.ts'
import { expect, test } from './journey.ts'
import { mailTo, makeMember } from './people.ts'
import { type ShopProcess, startShopProcess } from './shop-process.ts'
import { card, comeBackAs, ready, toast } from './sign-in.ts'
import { untilWritten } from './until-written.ts'

const trader = {
	TRADER_NAME: 'Q&A "Guides" <Ltd>',
	TRADER_ADDRESS: '2 Quay Street, Leeds, LS1 4AA',
	TRADER_EMAIL: 'help@guides.test',
	TRADER_VAT_NUMBER: 'GB123456789',
	TRADER_ICO_NUMBER: 'ZA123456',
}

const profiles = [
	{ name: 'Instagram', address: 'https://www.instagram.com/headstart' },
	{ name: 'TikTok', address: 'https://www.tiktok.com/@headstart?lang=en&x="1"' },
]

// These journeys share a shop with settings of its own, and one of them stops it. They run in one worker, so that only one such
// shop is started.
test.describe.configure({ mode: 'default' })
let own: ShopProcess
let google: Awaited<ReturnType<typeof collector>>
test.beforeAll(async () => {
	// Starting another shop takes a long time on a busy machine.
	test.setTimeout(150_000)
	google = await collector()
	own = await startShopProcess({
		...trader,
		CONFIRMED_MARKETING_CLAIMS: 'rating-cv-secrets, testimonial-2',
		SOCIAL_LINKS: profiles
			.toReversed()
			.map(({ address }) => address)
			.join(),
		AUTH_PASSWORD_MIN_LENGTH: '12',
		AUTH_RECENT_SIGN_IN_SECONDS: '4',
		AUTH_SAML_KEY: generateKeyPairSync('rsa', {
			modulusLength: 2048,
			publicKeyEncoding: { type: 'spki', format: 'der' },
			privateKeyEncoding: { type: 'pkcs8', format: 'der' },
		}).privateKey.toString('base64'),
		PAGE_VIEWS: 'google',
		GA_URL: google.url,
		GA_MEASUREMENT_ID: 'G-TEST1',
		GA_API_SECRET: 'secret',
	})
})
test.afterAll(async () => {
	await own?.dispose()
	google?.close()
})

/** Starts an analytics service that records what it receives. */
async function collector() {
	const bodies: string[] = []
	const port = await freePort()
	const server = createServer((request, response) => {
		let body = ''
		request.setEncoding('utf8').on('data', (part) => {
			body += part
		})
		request.on('end', () => {
			bodies.push(`${request.url} ${JSON.stringify(request.headers)} ${body}`)
			response.writeHead(202).end()
		})
	}).listen(port, '127.0.0.1')
	return { url: `http://127.0.0.1:${port}`, bodies, close: () => server.close() }
}

test('the legal pages show the owner’s settings, and no page shows an unconfirmed marketing claim', async ({
	page,
}) => {
	for (const path of ['/contact', '/privacy', '/terms']) {
		await page.goto(own.url + path)
		await ready(page)
		await expect(page.getByText('Sample details')).toHaveCount(0)
		const details = page.locator('main dl').filter({ hasText: 'VAT number' })
		for (const value of Object.values(trader)) await expect(details).toContainText(value)
		await expect(details).not.toContainText('Company number')
	}
	await expect(page.getByRole('link', { name: trader.TRADER_EMAIL }).first()).toHaveAttribute(
		'href',
		`mailto:${trader.TRADER_EMAIL}`,
	)
	await page.goto(`${own.url}/about`)
	await ready(page)
	await expect(page.getByText('How it began')).toHaveCount(0)
	// Opened by a link, so it is rendered in the browser.
	await page.getByRole('link', { name: 'Browse Premium Guides' }).click()
	await expect(card(page, 'CV Secrets')).toContainText('4.8 from 120 ratings')
	await expect(page.getByText(/downloads$/)).toHaveCount(0)
	await page.goto(own.url)
	await ready(page)
	await expect(page.getByText('I open the planner on Sundays', { exact: false })).toBeVisible()
	await expect(page.locator('blockquote')).toHaveCount(1)
	const html = await (await fetch(own.url)).text()
	expect(html).not.toMatch(/53 downloads|4\.9 from|bar job|Wei/)
	const lost = await (await fetch(`${own.url}/no-such-page`)).text()
	expect(lost).not.toContain('data-marketing-claim')
})

for (const javaScriptEnabled of [true, false]) {
	test.describe(`a shop with social profiles, scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
		test.use({ javaScriptEnabled })
		test('links to its own profiles and to no other network', async ({ page }) => {
			await page.goto(`${own.url}/about`)
			await expect(page).toHaveURL(`${own.url}/about`)
			if (javaScriptEnabled) await expect(page.locator('html')).toHaveAttribute('data-ready', '')
			const footer = page.getByRole('contentinfo')
			const links = footer.getByRole('navigation', { name: 'Follow us' }).getByRole('link')
			await expect(links).toHaveText(profiles.map(({ name }) => name))
			for (const [index, { address }] of profiles.entries())
				await expect(links.nth(index)).toHaveAttribute('href', address)
			await expect(footer.getByRole('heading', { name: 'Tell a friend' })).toHaveCount(0)
		})
	})
}

test('once an owner has added a university, its members can sign in with it', async ({ page, allow }) => {
	allow(/status of 404/)
	const offer = page.getByRole('button', { name: 'Sign in with your university' })
	await page.goto(`${own.url}/auth`)
	await ready(page)
	await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
	await expect(offer).toHaveCount(0)
	const { secretKey } = JSON.parse(await readFile(join(own.dataDir, 'keys.json'), 'utf8'))
	const metadata_url = `${own.sandboxUrl.replace('127.0.0.1', 'localhost')}/campus/metadata`
	const added = await page.request.post(`${own.url}/auth/v1/admin/sso/providers`, {
		headers: { authorization: `Bearer ${secretKey}` },
		data: {
			type: 'saml',
			metadata_url,
			domains: ['campus.test'],
			attribute_mapping: { keys: { full_name: { name: 'displayName' } } },
		},
	})
	expect(added.status()).toBe(201)
	await untilWritten(own, '/auth', 'Sign in with your university')
	await page.goto(`${own.url}/auth?redirect=/free`)
	await expect(offer).toBeVisible()
	await ready(page)
	await offer.press('Enter')
	const email = page.getByLabel('University email')
	await expect(email).toBeFocused()
	await expectGoodPage(page, 'university')
	await email.fill('ada@elsewhere.test')
	await email.press('Enter')
	await expect(page.getByText('We can’t sign in with that university yet.')).toBeVisible()

	async function goToCampus() {
		await email.fill('priya.shah@campus.test')
		await email.press('Enter')
		await expect(page.getByRole('heading', { name: 'Campus sign-in' })).toBeVisible()
	}
	const goBack = () => page.getByRole('button', { name: 'Go back to the shop' }).click()
	await goToCampus()
	await page.getByRole('button', { name: 'Cancel' }).click()
	await goBack()
	await expect(toast(page, 'Error')).toContainText('You came back without signing in at your university.')
	await expect(page).toHaveURL(`${own.url}/auth?redirect=%2Ffree`)
	await offer.press('Enter')
	await goToCampus()
	await page.getByRole('button', { name: 'Continue as Otto Outside' }).click()
	await goBack()
	await expect(toast(page, 'Error')).toContainText('an address that isn’t one of its own')
	await offer.press('Enter')
	await goToCampus()
	await page.getByRole('button', { name: 'Continue as Priya Shah' }).click()
	await goBack()
	await expect(page).toHaveURL(`${own.url}/free`)
	await expect(page.locator('html')).toHaveAttribute('data-session', 'in')
	await expect(page.locator('header').getByText('Priya', { exact: true }).first()).toBeAttached()
	await page.goto(`${own.url}/account`)
	await expect(page.getByRole('region', { name: 'Ways to sign in' })).toContainText('Your university')
})

test('the pages state the minimum password length from the settings', async ({ page }) => {
	await page.goto(`${own.url}/auth`)
	await ready(page)
	await page.getByRole('tab', { name: 'Sign Up' }).click()
	const form = page.getByRole('tabpanel')
	await form.getByPlaceholder('Create a password (min 12 characters)').fill('only-eleven')
	await expect(form.getByText('At least 12 characters.')).toBeVisible()
	await form.getByLabel('Display Name').fill('Amara')
	await form.getByLabel('Email').fill('amara@student.test')
	await form.getByRole('button', { name: 'Sign Up' }).click()
	await expect(form.getByText('It needs at least 12 characters.')).toBeVisible()
	const built = await page.request.get(`${own.url}/auth/new-password`)
	expect(await built.text()).toContain('At least 12 characters. A short sentence')
})

test('without a recent sign-in, a sensitive action needs reauthentication, by password or email', async ({
	page,
	allow,
}) => {
	allow(/status of 4(00|22)/)
	const member = await makeMember(own)
	await comeBackAs(page, own, member)
	await page.goto(`${own.url}/account`)
	await ready(page)
	await page.waitForTimeout(5_000)
	const data = page.getByRole('region', { name: 'Your data' })
	await data.getByRole('button', { name: 'Download my data' }).press('Enter')
	const password = data.getByLabel('Current password', { exact: true })
	await expect(password).toBeFocused()
	await expectGoodPage(page, 'is it you')
	await password.fill('not-the-password')
	await password.press('Enter')
	await expect(password).toHaveAccessibleDescription(/isn’t your current password/)
	await password.fill(member.password)
	const downloaded = page.waitForEvent('download')
	await password.press('Enter')
	await downloaded
	await expect(password).toHaveCount(0)
	await expect(data.getByRole('button', { name: 'Download my data' })).toBeFocused()

	await page.waitForTimeout(5_000)
	const steps = page.getByRole('region', { name: 'Two-step verification' })
	await steps.getByRole('button', { name: 'Set it up' }).press('Enter')
	await steps.getByRole('button', { name: 'Email me a code instead' }).press('Enter')
	const code = /\b\d{6}\b/.exec((await mailTo(own, member.email, /your code/i)).text)?.[0] ?? ''
	await steps.getByLabel('Code from your email').fill(code)
	await steps.getByRole('button', { name: 'Continue' }).press('Enter')
	await expect(steps.getByRole('img', { name: /QR code/ })).toBeVisible()
})

test('Google Analytics receives nothing without consent, and refusing is as easy as agreeing', async ({
	page,
}) => {
	const elsewhere: string[] = []
	page.on('request', (request) => {
		if (!request.url().startsWith(own.url)) elsewhere.push(request.url())
	})
	await page.goto(own.url)
	const banner = page.getByRole('region', { name: 'Counting page views' })
	const [no, yes] = [
		banner.getByRole('button', { name: /^No/ }),
		banner.getByRole('button', { name: /^Yes/ }),
	]
	await expect(no).toBeVisible()
	// Measured again if the fonts arrived between the two.
	await expect(async () => {
		expect((await no.boundingBox())?.height).toBe((await yes.boundingBox())?.height)
	}).toPass()
	await no.click()
	await expect(banner).toHaveCount(0)
	await page.goto(`${own.url}/free`)
	await ready(page)
	await expect(banner).toHaveCount(0)
	// Nothing has been sent since the shop started, because no earlier journey of this file has given consent.
	expect(google.bodies).toEqual([])

	await page.goto(`${own.url}/privacy`)
	await page.getByRole('button', { name: 'Count my visits' }).click()
	await page.goto(`${own.url}/about?secret=SECRET`)
	await expect.poll(() => google.bodies.length).toBe(1)
	expect(google.bodies[0]).toContain(`"page_location":"${own.url}/about"`)
	expect(google.bodies[0]).not.toMatch(/SECRET|HeadlessChrome/)
	expect(elsewhere).toEqual([])
})

test('a page opened while the server is down shows a message, and “Try again” opens it later', async ({
	page,
	allow,
}) => {
	allow(
		/ERR_CONNECTION_REFUSED|Failed to fetch dynamically|Failed to load resource|assets\/|healthz|refunds$|page-views|favicon|fetching the script/,
	)
	test.slow()
	await page.goto(`${own.url}/about`)
	await ready(page)
	await page.evaluate(async () => void (await navigator.serviceWorker.ready))
	await own.stop()
	await page.getByRole('contentinfo').getByRole('link', { name: 'Refunds' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection to Headstart')
	// The page tries again by itself every five seconds. Stops this, because it could reload the page just before the button is pressed.
	await page.evaluate(() => {
		const latest = Number(setTimeout(() => {}))
		for (let timer = 1; timer < latest; timer += 1) clearInterval(timer)
	})
	await own.restart()
	await page.getByRole('button', { name: 'Try again' }).click()
	await expect(page).toHaveURL(`${own.url}/refunds`)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Refunds')
})
