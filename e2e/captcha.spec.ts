import { expectGoodPage } from './good-page.ts'
import { expect, test } from './journey.ts'
import { makePerson } from './people.ts'
import { type ShopProcess, startShopProcess } from './shop-process.ts'
import { fillSignIn, ready, toast } from './sign-in.ts'

test.describe.configure({ mode: 'default' })
let work: ShopProcess
let widget: ShopProcess
test.beforeAll(async () => {
	// Starting two shops takes a long time on a busy machine.
	test.setTimeout(240_000)
	work = await startShopProcess({ AUTH_CAPTCHA: 'proof-of-work' })
	widget = await startShopProcess({ AUTH_CAPTCHA: 'turnstile' })
})
test.afterAll(async () => {
	await Promise.all([work?.dispose(), widget?.dispose()])
})

/**
 * How long a proof of work may take, in milliseconds. The browsers of journeys never optimise scripts, so it takes several times as
 * long as on a phone, and again longer beside other journeys.
 */
const workTimeout = 60_000

const someone = { email: 'somebody@student.test', password: 'not-the-password' }

test('the visitor’s device computes the proof of work without showing anything', async ({ page, allow }) => {
	test.slow()
	await page.goto(`${work.url}/auth/recover`)
	await ready(page)
	await page.getByLabel('Email').fill(someone.email)
	const sent = page.waitForRequest(/\/auth\/v1\/recover/)
	await page.getByRole('button', { name: 'Email me a link' }).click()
	await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible({ timeout: workTimeout })
	expect((await sent).postDataJSON()).toMatchObject({
		gotrue_meta_security: { captcha_token: expect.stringMatching(/^recover\./) },
	})
	await page.goto(`${work.url}/auth`)
	await ready(page)
	allow(/400/)
	await fillSignIn(page, someone)
	await expect(toast(page, 'Invalid email or password')).toBeVisible({ timeout: workTimeout })
})

test('signing up includes a proof of work', async ({ page }) => {
	test.slow()
	const person = makePerson()
	await page.goto(`${work.url}/auth`)
	await ready(page)
	await page.getByRole('tab', { name: 'Sign Up' }).click()
	const form = page.getByRole('tabpanel')
	await form.getByLabel('Display Name').fill('Amina Okafor')
	await form.getByLabel('Email').fill(person.email)
	await form.getByLabel('Password', { exact: true }).fill(person.password)
	const [asked] = await Promise.all([
		page.waitForRequest(/captcha\?purpose=sign-up/),
		form.getByRole('button', { name: 'Sign Up' }).click(),
	])
	expect(asked.method()).toBe('GET')
	await expect(toast(page, 'Account created!')).toBeVisible({ timeout: workTimeout })
})

test('a visitor whose browser has no web workers is told what to do', async ({ page, allow }) => {
	allow(/400|The check for robots failed/)
	await page.addInitScript(() => Reflect.deleteProperty(window, 'Worker'))
	await page.goto(`${work.url}/auth`)
	await ready(page)
	await fillSignIn(page, someone)
	await expect(toast(page, 'Login failed')).toContainText('Reload the page and try again.')
	await expectGoodPage(page, 'a failed check')
})

test('a third-party captcha opens in a dialog, and its script is not loaded before that', async ({
	page,
	allow,
}) => {
	allow(/400|The check for robots failed/)
	const theirs: string[] = []
	page.on('request', (request) => {
		if (request.url().includes('/captcha/widget.js')) theirs.push(request.url())
	})
	await page.goto(`${widget.url}/privacy`)
	await expect(page.getByText('Cloudflare (Turnstile), when you sign in')).toBeVisible()
	await page.goto(`${widget.url}/auth`)
	await ready(page)
	expect(theirs).toEqual([])
	await fillSignIn(page, someone)
	const dialog = page.getByRole('dialog', { name: 'Are you a person?' })
	const button = dialog.frameLocator('iframe').getByRole('button', { name: 'I’m not a robot (sandbox)' })
	await expect(button).toBeVisible()
	expect(theirs).toHaveLength(1)
	await expectGoodPage(page, 'the widget')
	await page.keyboard.press('Escape')
	await expect(dialog).toHaveCount(0)
	await expect(toast(page, 'We couldn’t check that you’re not a robot.')).toBeVisible()
	await fillSignIn(page, someone)
	await button.click()
	await expect(dialog).toHaveCount(0)
	await expect(toast(page, 'Invalid email or password')).toBeVisible()
})
