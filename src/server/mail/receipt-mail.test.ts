import { expect, test } from 'vitest'
import { receiptMail } from '#server/mail/receipt-mail.ts'

const receipt = {
	to: 'ada@student.test',
	purchaseId: '11111111-1111-4111-8111-111111111111',
	productName: 'CV Secrets No One Tells You',
	amountPence: 1499,
	// Past midnight in London, where summer time is kept; the day before by universal time.
	paidAt: new Date('2030-06-30T23:30:00Z'),
	siteUrl: 'https://shop.test',
	trader: { name: 'Headstart Ltd', address: '1 Quay, Newcastle', email: 'help@shop.test' },
}

/** What a reader sees of the page: its text without its markup. */
const readable = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

test('the text of a receipt', () => {
	expect(receiptMail(receipt).text).toMatchInlineSnapshot(`
		"CV Secrets No One Tells You: £14.99, once.

		Paid on 1 July 2030. Reference 11111111-1111-4111-8111-111111111111.

		The guide stays yours: sign in and download it again whenever you like. New editions are free for you.
		https://shop.test/account/guides

		When you paid you asked for the guide at once and agreed that your 14-day right to cancel ended when the download was made available.

		Sold by: Headstart Ltd, 1 Quay, Newcastle, help@shop.test"
	`)
})

test('the page and the text say the same: what, how much, when, from whom, how to get it, what was agreed', () => {
	const mail = receiptMail(receipt)
	for (const part of [mail.text, readable(mail.html)]) {
		for (const fact of [
			'CV Secrets No One Tells You',
			'£14.99',
			'1 July 2030',
			receipt.purchaseId,
			'https://shop.test/account/guides',
			'download it again whenever you like',
			'New editions are free for you',
			'14-day right to cancel ended',
			'Sold by: Headstart Ltd, 1 Quay, Newcastle, help@shop.test',
		])
			expect(part).toContain(fact)
	}
	expect(mail).toMatchObject({ to: 'ada@student.test', subject: 'Your receipt: CV Secrets No One Tells You' })
})

test('a receipt sent twice is recognised as one, and another purchase’s is not', () => {
	expect(receiptMail(receipt).messageId).toBe(receiptMail(receipt).messageId)
	expect(receiptMail({ ...receipt, purchaseId: 'other' }).messageId).not.toBe(receiptMail(receipt).messageId)
})

test('where nothing is sold, it says so', () => {
	const mail = receiptMail({ ...receipt, trader: undefined })
	for (const part of [mail.text, readable(mail.html)])
		expect(part).toContain('A test shop: no money has moved.')
})
