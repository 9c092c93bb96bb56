import { expectGoodOnEveryScreen, expectGoodPage, expectGoodScreen } from './good-page.ts'
import { expect, test } from './journey.ts'
import { mailTo, makePerson } from './people.ts'
import { ready, toast } from './sign-in.ts'
import { goOffline, offlineConsole } from './toasts/row.ts'

const title = 'How to Make Money in the North East'

/** Returns an email's link to this page. */
function linkTo(page: 'confirm' | 'stop', { links }: { links: string[] }): string {
	const link = links.find((candidate) => candidate.includes(`/notice/${page}`))
	if (link === undefined) throw new Error(`the email has no link to ${page}`)
	return link
}

test('a visitor without an account subscribes to a release notice, and unsubscribes, by keyboard', async ({
	page,
	shop,
	allow,
}) => {
	allow(/status of 403/)
	const { email } = makePerson()
	await page.goto('/money')
	await ready(page)
	const ask = page.getByRole('button', { name: `Tell me when ${title} is out` })
	await ask.focus()
	await page.keyboard.press('Enter')
	const dialog = page.getByRole('dialog', { name: 'Tell me when it’s out' })
	await expect(dialog).toContainText(title)
	await expect(dialog).toContainText('one email now, to confirm your address, and one when the guide is out')
	const field = dialog.getByLabel('Email')
	await expect(async () => {
		await page.keyboard.press('Tab')
		await expect(field).toBeFocused({ timeout: 200 })
	}).toPass()
	await page.keyboard.type('amara@')
	await page.keyboard.press('Enter')
	await expect(dialog.getByText('Please give a full address, such as name@example.com.')).toBeVisible()
	await expectGoodOnEveryScreen(page, 'asked for a whole address')
	await field.fill(email)
	await page.keyboard.press('Enter')
	await expect(dialog.getByRole('heading', { name: 'Now check your email' })).toBeFocused()
	await expect(dialog).toContainText(email)
	await expectGoodScreen(page, 'asked')
	await page.keyboard.press('Escape')
	await expect(ask).toBeFocused()

	const mail = await mailTo(shop, email, /Shall we tell you when it’s out/)
	expect(mail.text).toContain(title)
	await page.goto(linkTo('confirm', mail))
	await ready(page)
	await expect(page.getByRole('main')).toContainText(title)
	await expectGoodPage(page, 'about to confirm')
	await page.getByRole('button', { name: 'Yes, tell me' }).press('Enter')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re on the list')
	await expectGoodScreen(page, 'confirmed')

	await page.reload()
	await ready(page)
	await page.getByRole('button', { name: 'Yes, tell me' }).press('Enter')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link doesn’t work any more')
	await expect(page.getByRole('main').getByLabel('Email')).toBeVisible()
	await expectGoodScreen(page, 'confirmed twice')

	await page.goto(linkTo('stop', mail))
	await ready(page)
	await expectGoodScreen(page, 'about to stop')
	await page.getByRole('button', { name: 'Stop these emails' }).press('Enter')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re off the list')
	await expectGoodScreen(page, 'stopped')

	await page.goto(`/notice/stop?token=${'x'.repeat(43)}`)
	await ready(page)
	await page.getByRole('button', { name: 'Stop these emails' }).press('Enter')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('We don’t know this link')
})

test('the form in a product’s preview contains the user’s address, and explains what went wrong', async ({
	page,
	shop,
	signedInMember,
	allow,
	context,
}) => {
	allow(offlineConsole)
	allow(/status of (404|503)/)
	const member = await signedInMember()
	await page.goto('/money')
	await goOffline(page)
	const ask = page.getByRole('button', { name: /^Tell me when/ })
	await ask.click()
	await expect(toast(page, 'The form couldn’t be loaded')).toBeVisible()
	await context.setOffline(false)

	await page.goto('/money')
	await ready(page)
	await page.getByRole('button', { name: /^Preview/ }).click()
	// The dialog appears near its final place, so that a press during the animation reaches the control it was meant for.
	const moved = await page.getByRole('dialog').evaluate((dialog) => {
		dialog.style.animation = 'none'
		const end = dialog.getBoundingClientRect().top
		dialog.style.animation = ''
		for (const animation of dialog.getAnimations()) {
			animation.pause()
			animation.currentTime = 0
		}
		const start = dialog.getBoundingClientRect().top
		for (const animation of dialog.getAnimations()) animation.finish()
		return start - end
	})
	expect(moved).toBeCloseTo(12)
	const dialog = page.getByRole('dialog', { name: title })
	await expect(dialog.getByLabel('Email')).toHaveValue(member.email)
	const send = dialog.getByRole('button', { name: 'Tell me when' })
	const call = '**/functions/v1/request-release-notice'
	await page.route(call, (route) => route.fulfill({ status: 503, json: { message: 'Not now.' } }))
	await send.click()
	await expect(toast(page, 'Not sent yet')).toBeVisible()
	await page.unroute(call)
	await page.route(call, (route) => route.fulfill({ status: 404, json: { code: 'unknown_product' } }))
	await send.click()
	await expect(dialog.getByText('This guide may be out already. Load the page again to see.')).toBeVisible()
	await page.unroute(call)
	await send.click()
	await expect(dialog.getByRole('heading', { name: 'Now check your email' })).toBeVisible()
	await mailTo(shop, member.email, /Shall we tell you when it’s out/)
})
