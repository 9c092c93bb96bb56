import { openAdmin } from './admin.ts'
import { expectGoodOnEveryScreen, expectGoodScreen } from './good-page.ts'
import { expect, test } from './journey.ts'
import { mailTo } from './people.ts'
import { ready, toast } from './sign-in.ts'
import type { Shop } from './start-shops.ts'

test('an owner tests and sends an announcement, and a reader unsubscribes with the emailed link', async ({
	page,
	shop,
	signedInMember,
}) => {
	test.slow()
	const reader = await signedInMember()
	await page.goto(`${shop.url}/account#news`)
	await ready(page)
	const wanted = page.getByRole('checkbox', { name: 'Email me about new guides' })
	await expect(wanted).not.toBeChecked()
	await wanted.click()
	await expect(toast(page, 'Saved')).toBeVisible()

	const owner = await openAdmin(page, shop, { path: '/messages' })
	await page.getByRole('link', { name: 'Announcements' }).click()
	await expect(page).toHaveURL(`${shop.adminUrl}/messages/announcements`)
	await expect(page.getByText(/has asked for news about new guides\.|have asked for news/)).toBeVisible()
	await page.getByRole('link', { name: 'Write one' }).first().click()
	const subject = `Two guides ${reader.email.slice(0, 12)}`
	await page.getByLabel('Subject').fill(subject)
	await page
		.getByLabel('Text', { exact: true })
		.fill('One on <b>renting</b>.\n\nSee https://shop.test/premium.')
	const email = page.frameLocator('iframe')
	await expect(email.getByRole('paragraph').filter({ hasText: 'One on <b>renting</b>.' })).toBeVisible()
	const dialog = page.getByRole('dialog')
	await page.getByRole('button', { name: 'Save the draft' }).click()
	await expect(page.getByText(`Saved by ${owner}`)).toBeVisible()
	await expectGoodOnEveryScreen(page, 'the draft')
	await page.getByRole('button', { name: 'Send me a test' }).click()
	await mailTo(shop, owner, /^Test: Two guides/)

	// The mail server refuses every email for now, so that there is time to stop the sending.
	await refuseMails(shop, 100)
	await page.getByRole('button', { name: 'Send it …' }).click()
	await expect(dialog.getByText(`Emails “${subject}” to `)).toBeVisible()
	await expectGoodScreen(page, 'sending')
	await dialog.getByRole('button', { name: 'Send it' }).click()
	await page.getByRole('button', { name: 'Stop …' }).click()
	await dialog.getByRole('button', { name: 'Stop it' }).click()
	await expect(page.getByRole('heading', { name: 'Stopped' })).toBeVisible()
	await page.getByRole('button', { name: 'Continue …' }).click()
	await expect(dialog.getByText(/^Continues to email/)).toBeVisible()
	await dialog.getByRole('button', { name: 'Continue it' }).click()
	await refuseMails(shop, 0)
	await expect(page.getByRole('status').filter({ hasText: / have received it\.$/ })).toContainText(/^[1-9]/, {
		// An email that was refused several times is tried again only after a while.
		timeout: 90_000,
	})
	await expectGoodOnEveryScreen(page, 'the progress')
	await page.getByRole('link', { name: 'Announcements' }).click()
	await expect(page.getByRole('row', { name: subject })).toBeVisible()
	await expectGoodScreen(page, 'the announcements')

	const { links } = await mailTo(shop, reader.email, /^Two guides/)
	await page.goto(links.find((link) => link.includes('/news/stop')) ?? 'about:blank')
	await ready(page)
	await page.getByRole('button', { name: 'Stop these emails' }).click()
	await expect(page.getByRole('heading', { name: 'We won’t email you about new guides' })).toBeVisible()
	await page.goto(`${shop.url}/account#news`)
	await ready(page)
	await expect(wanted).not.toBeChecked()
})

/** Makes the sandbox's mail server refuse this many of the next emails with a temporary error. */
async function refuseMails({ sandboxUrl }: Shop, next: number): Promise<void> {
	const answer = await fetch(`${sandboxUrl}/mailbox/fail`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ next, code: 451 }),
	})
	if (!answer.ok) throw new Error(`emails are not refused: ${answer.status}`)
}
