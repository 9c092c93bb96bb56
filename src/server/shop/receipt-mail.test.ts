import { expect, test } from 'vitest'
import { cvSecrets } from '#catalogue/cv-secrets/product.ts'
import { receiptMail } from '#server/shop/receipt-mail.ts'

const receipt = {
	to: 'ada@student.test',
	purchaseId: '11111111-1111-4111-8111-111111111111',
	product: cvSecrets,
	number: 'HS-000042',
	productName: 'CV Secrets No One Tells You',
	amountPence: 1499,
	vatPence: 0,
	// Half past midnight in London, where it is summer time; in UTC it is still the day before.
	paidAt: new Date('2030-06-30T23:30:00Z'),
	consent: { wording: 'I want my guide at once.', at: new Date('2030-06-30T23:29:00Z') },
	seller: 'Headstart Ltd, 1 Quay, Newcastle, help@shop.test',
	vatNumber: undefined,
	terms: { name: 'Terms of 1 July 2030.txt', text: 'TERMS\n' },
	issuedLateAt: undefined,
	refunds: [],
	isOwned: true,
	shop: 'Headstart',
	siteUrl: 'https://shop.test',
}

/** Returns the visible text of the HTML, without its markup. */
const readable = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

test('a receipt has this text', () => {
	expect(receiptMail(receipt).text).toMatchInlineSnapshot(`
		"Thank you: here is your receipt

		Hello,

		CV Secrets No One Tells You
		PDF and Word files in a ZIP
		Edition of 28 November 2026

		Receipt: HS-000042
		Paid on: 1 July 2030
		Paid, once: £14.99

		The guide stays yours. Sign in to download it again whenever you like. New editions are free for you.

		You need no app of ours, and there’s no copy protection: you open Word files in Word, LibreOffice or Google Docs and PDF files in a PDF reader. A download that ends in .zip is one packed file, which phones and computers can unpack. For phones there is also a PDF, a page to read online and an e-book (EPUB).

		Go to your guides: https://shop.test/account/guides

		On 1 July 2030 at 00:29 you agreed: “I want my guide at once.”

		If a file is faulty or isn’t what its page said, we fix it or pay you back. If you haven’t opened it, we also refund it within 14 days of paying.

		Attached, for you to keep: “Terms of 1 July 2030.txt”, with the page about refunds.

		This receipt, to print: https://shop.test/account/guides#receipt-HS-000042

		Something wrong, the wrong guide, or a complaint? A person answers. Quote receipt HS-000042 when you write to us: https://shop.test/contact

		Sold by: Headstart Ltd, 1 Quay, Newcastle, help@shop.test

		Headstart, https://shop.test
		"
	`)
})

test('HTML and text have the same content: product, amount, date, seller, link, consent', () => {
	const mail = receiptMail({ ...receipt, vatPence: 250, vatNumber: 'GB123456789' })
	for (const part of [mail.text, readable(mail.html)]) {
		for (const fact of [
			'CV Secrets No One Tells You',
			'PDF and Word files in a ZIP',
			'Edition of 28 November 2026',
			'HS-000042',
			'1 July 2030',
			'https://shop.test/account/guides',
			'download it again whenever you like',
			'New editions are free for you',
			'you agreed: “I want my guide at once.”',
			'Sold by: Headstart Ltd, 1 Quay, Newcastle, help@shop.test. VAT number GB123456789',
		])
			expect(part).toContain(fact)
	}
	expect(mail.html).toContain('https://shop.test/account/guides#receipt-HS-000042')
	expect(mail).toMatchObject({ to: 'ada@student.test', subject: 'Your receipt: CV Secrets No One Tells You' })
})

test('the receipt of a discounted sale shows the price, the discount and the amount paid', () => {
	const discounted = {
		...receipt,
		amountPence: 1199,
		vatPence: 200,
		discount: { pence: 300, code: 'FRESHERS20' },
	}
	const { text, html } = receiptMail(discounted)
	expect(text).toContain(
		'Price: £14.99\nDiscount with FRESHERS20: −£3.00\nPaid without VAT: £9.99\nVAT: £2.00\nPaid, once: £11.99\n',
	)
	expect(readable(html)).toContain('Discount with FRESHERS20 −£3.00')
})

test('a receipt has the same message id when sent twice, and other receipts have different ones', () => {
	expect(receiptMail(receipt).messageId).toBe(receiptMail(receipt).messageId)
	expect(receiptMail({ ...receipt, purchaseId: 'other' }).messageId).not.toBe(receiptMail(receipt).messageId)
})

test('a receipt says what the files are, what opens them, and has the terms with it', () => {
	const mail = receiptMail(receipt)
	for (const part of [mail.text, readable(mail.html)]) {
		expect(part).toContain(
			'You need no app of ours, and there’s no copy protection: you open Word files in Word, LibreOffice or Google Docs and PDF files in a PDF reader. A download that ends in .zip is one packed file, which phones and computers can unpack. For phones there is also a PDF, a page to read online and an e-book (EPUB).',
		)
		expect(part).toContain('Attached, for you to keep: “Terms of 1 July 2030.txt”')
	}
	expect(mail.files).toEqual([receipt.terms])
	const older = receiptMail({ ...receipt, terms: undefined })
	expect(older.text).not.toContain('Attached')
	expect(older.files).toBeUndefined()
})

test('a receipt without a consent mentions none', () => {
	const mail = receiptMail({ ...receipt, consent: undefined })
	for (const part of [mail.text, mail.html]) expect(part).not.toContain('you agreed')
})

test('a receipt of a local run names the sample seller', () => {
	const mail = receiptMail({ ...receipt, seller: undefined })
	for (const part of [mail.text, readable(mail.html)])
		expect(part).toContain('Sold by: Sample Guides (a test shop), 1 Sample Street')
})

test('the receipt of a refunded purchase shows the refund and promises no guide', () => {
	const at = new Date('2030-07-05T12:00:00Z')
	const refunds = [
		{ amountPence: 500, at, kind: 'refund' as const },
		{ amountPence: 999, at, kind: 'dispute' as const },
	]
	const mail = receiptMail({ ...receipt, refunds, isOwned: false })
	for (const part of [mail.text, readable(mail.html)]) {
		expect(part).toContain('Refunded on 5 July 2030: £5.00.')
		expect(part).toContain('Your bank gave £9.99 back to you on 5 July 2030.')
		expect(part).toContain('The guide is no longer in your account.')
		expect(part).not.toContain('The guide stays yours')
	}
})

test('a late receipt says when it was written and why', () => {
	const mail = receiptMail({ ...receipt, issuedLateAt: new Date('2031-01-02T12:00:00Z') })
	for (const part of [mail.text, readable(mail.html)])
		expect(part).toContain(
			'This receipt was written on 2 January 2031: when you paid, we didn’t issue receipts yet.',
		)
})

test('a receipt names no edition published after the sale, and shows no cover of a withdrawn product', () => {
	const earlier = receiptMail({ ...receipt, paidAt: new Date('2026-11-20T12:00:00Z') })
	expect(earlier.text).toContain('PDF and Word files in a ZIP')
	expect(earlier.text).not.toContain('Edition of')
	// An edition that an owner has published.
	expect(receiptMail({ ...receipt, edition: '2026-11-01' }).text).toContain('Edition of 1 November 2026')
	const gone = receiptMail({ ...receipt, product: undefined })
	expect(gone.text).toContain('CV Secrets No One Tells You')
	expect(gone.html).not.toContain('cid:cover')
	expect(gone.pictures).toHaveLength(1)
	const kept = receiptMail({ ...receipt, product: { ...cvSecrets, slug: 'left-the-repository' } })
	expect(kept.html).not.toContain('cid:cover')
})

test('the receipt of a bundle names its guides', () => {
	const guides = ['CV Secrets No One Tells You', 'Student Budget Planner']
	const { text } = receiptMail({ ...receipt, product: undefined, productName: 'Job and money', guides })
	expect(text).toContain(['Job and money', ...guides].join('\n'))
	expect(text).toContain('The guides stay yours.')
})
