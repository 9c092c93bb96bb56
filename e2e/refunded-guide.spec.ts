import { expect, test } from './journey.ts'
import { mailTo } from './people.ts'
import { atProvider, makeBuyer } from './purchases.ts'
import { fillSignIn } from './sign-in.ts'

test('a refund is announced by an email that links to the updated receipt', async ({ page, shop }) => {
	const { checkoutSessionId, ...member } = await makeBuyer(shop)
	await mailTo(shop, member.email, /receipt/i)
	await atProvider(shop, checkoutSessionId, 'refund')
	const mail = await mailTo(shop, member.email, /^Your refund: CV Secrets/)
	expect(mail.text).toContain('we refunded £14.99 for CV Secrets No One Tells You')
	const receipt = mail.links.find((link) => link.includes('#receipt-HS-'))
	expect(receipt).toBeDefined()
	// Signing in leads to the receipt.
	await page.goto(receipt ?? '')
	await expect(page).toHaveURL(/\/auth\?redirect=\/account\/guides%23receipt-HS-\d+$/)
	await fillSignIn(page, member)
	await expect(page).toHaveURL(/\/account\/guides#receipt-HS-\d+$/)
	await expect(page.getByText(/, £14.99 refunded$/)).toBeVisible()
	await expect(page.getByText(/^£14.99 refunded,/)).toBeVisible()
	const guide = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'CV Secrets' }) })
	await expect(guide).toContainText('Refunded')
	await expect(guide).toContainText('The money can take a few days to reach you.')
	await expect(guide.getByRole('button', { name: 'Download' })).toHaveCount(0)
})
