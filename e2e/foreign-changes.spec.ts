import type { Page } from '@playwright/test'
import { openAdmin } from './admin.ts'
import { partners } from './combine.ts'
import { type Changer, changePages, changers } from './foreign-changes.ts'
import { expect, test } from './journey.ts'
import { openPages } from './open-pages.ts'
import { openFirstPreview, ready, toast } from './sign-in.ts'

const kinds: readonly Changer[] = ['replaces', 'moves', 'rewrites', 'splits', 'extensions']
/** Those that translate. Afterwards every text is translated again, or as new as the page. */
const translators: readonly Changer[] = ['replaces', 'moves', 'rewrites']

async function expectAlive(page: Page): Promise<void> {
	await expect(page.locator('main')).toHaveCount(1)
	await expect(page.getByText(/couldn’t be shown/)).toHaveCount(0)
}

/** The last page is the reader. */
const withSignOut = [
	'/',
	'/free',
	'/career',
	'/products/cv-secrets',
	'/products/student-guide',
	'/account',
	'/read/cv-secrets',
]

for (const [index, changer] of kinds.entries()) {
	for (const [late, when] of (['before', 'after'] as const).entries()) {
		test(`a user signs out on every page while somebody ${changers[changer]}, ${when} hydration`, async ({
			page,
			signedInBuyer,
			allow,
		}) => {
			test.slow()
			// A read that the sign-out overtakes is refused.
			allow(/status of 40[13]/)
			await changePages(page, changer, when)
			for (const path of partners(withSignOut, 2 * index + late, 2 * kinds.length)) {
				await signedInBuyer()
				await page.goto(path)
				await ready(page)
				if (path === '/career') await expect(page.getByText('Acquired')).toBeVisible()
				await expectAlive(page)
				// Set before hydration: shows the pictures.
				await expect(page.locator('html')).toHaveAttribute('data-painted', '')
				if (path.startsWith('/read/')) await searchGuide(page)
				await page.locator('header summary').filter({ visible: true }).last().click()
				await page.getByRole('button', { name: 'Sign Out' }).filter({ visible: true }).click()
				await expect(page.locator('html')).not.toHaveAttribute('data-session', 'in')
				await expect(page.getByText('Acquired')).toHaveCount(0)
				await expectAlive(page)
			}
		})
	}

	if (changer !== 'replaces' && changer !== 'extensions') continue

	test(`a visitor uses the shop while somebody ${changers[changer]}`, async ({ page, allow }) => {
		test.slow()
		await changePages(page, changer, 'before')
		for (const path of partners(openPages, Number(changer === 'extensions'), 2)) {
			await page.goto(path)
			await ready(page)
			await expectAlive(page)
		}
		// Within one document, React removes what it placed, in the head too.
		await page.goto('/')
		await ready(page)
		for (const name of ['About', 'Contact']) {
			await page
				.getByRole('contentinfo')
				.getByRole('link', { name: new RegExp(`^${name}`) })
				.first()
				.click()
			await expect(page).toHaveURL(`/${name.toLowerCase()}`)
			await expect(page).toHaveTitle(new RegExp(name))
			await expectAlive(page)
		}
		await page.goto('/auth')
		await ready(page)
		await page.getByRole('tab', { name: 'Sign In' }).click()
		const form = page.getByRole('tabpanel')
		await form.getByLabel('Email').fill('nobody@student.test')
		await form.getByLabel('Password', { exact: true }).fill('wrong-password-1')
		allow(/status of 400/)
		await form.getByRole('button', { name: 'Sign In' }).click()
		await expect(toast(page, 'Login failed')).toBeVisible()
		await page.getByRole('tab', { name: 'Sign Up' }).click()
		await expect(page.getByRole('tabpanel').getByLabel('Name')).toBeVisible()
		const dialog = await openFirstPreview(page)
		await expect(dialog).toBeVisible()
		await page.keyboard.press('Escape')
		await expect(dialog).toHaveCount(0)
		await expectAlive(page)
	})

	test(`the admin works while somebody ${changers[changer]}`, async ({ page, shop }) => {
		await changePages(page, changer, 'after')
		await openAdmin(page, shop)
		const pages = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
		for (const link of await pages.all()) {
			await link.click()
			await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
			await expect(page.getByText(/couldn’t be shown|went wrong/)).toHaveCount(0)
		}
	})
}

for (const changer of translators)
	test(`a text that changes after somebody ${changers[changer]} is shown`, async ({ page }) => {
		await page.goto('/about')
		await ready(page)
		const changed = await page.evaluate(() => {
			const paragraph = document.createElement('p')
			const [before, text, after] = ['one', 'two', 'three'].map((word) => document.createTextNode(word))
			if (!before || !text || !after) throw new Error('unreachable')
			paragraph.id = 'tried'
			paragraph.append(before, text, after)
			document.querySelector('main')?.append(paragraph)
			Object.assign(window, { tried: { paragraph, before, text, after } })
		})
		expect(changed).toBeUndefined()
		await page.evaluate(changeNow, changer)
		const shown = page.locator('#tried')
		await expect(shown).toHaveText('EINSZWEIDREI')
		await page.evaluate(() => void Reflect.set(Reflect.get(window, 'tried').text, 'nodeValue', 'four'))
		await expect(shown).toHaveText('EINSfourDREI')
		await page.evaluate(changeNow, changer)
		await page.evaluate(() => {
			const { paragraph, before, text, after } = Reflect.get(window, 'tried')
			paragraph.insertBefore(document.createElement('b'), after).textContent = 'new'
			paragraph.removeChild(before)
			paragraph.removeChild(text)
		})
		await expect(shown).toHaveText('newDREI')
	})

function changeNow(changer: Changer): void {
	const words: Record<string, string> = { one: 'EINS', two: 'ZWEI', three: 'DREI' }
	for (const text of document.querySelector('#tried')?.childNodes ?? []) {
		if (!(text instanceof Text)) continue
		const word = words[text.data] ?? text.data
		const font = document.createElement('font')
		if (changer === 'moves') {
			text.replaceWith(font)
			font.append(text)
			text.data = word
		} else if (changer === 'rewrites') text.replaceWith(word)
		else {
			font.append(document.createElement('font'))
			font.firstElementChild?.append(word)
			text.parentNode?.insertBefore(font, text)
			text.remove()
		}
	}
}

async function searchGuide(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Search' }).press('Enter')
	const result = page.getByRole('search').getByRole('status')
	await expect(page.getByRole('searchbox')).toBeFocused()
	await page.keyboard.type('cover', { delay: 30 })
	await expect(result).toHaveText(/^1 of \d+, in/)
	await page.keyboard.press('Enter')
	await expect(result).toHaveText(/^2 of \d+, in/)
	await page.getByRole('searchbox').fill('')
	await expect(page.locator('mark[data-match]')).toHaveCount(0)
	await page.getByRole('button', { name: 'Search' }).filter({ visible: true }).press('Enter')
	await expectAlive(page)
}
