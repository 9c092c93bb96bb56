import { readdir, readFile, stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { standardMailTexts } from '#catalogue/mail-texts.ts'
import { fillTexts } from '#server/shop/emails/write-mail.ts'
import { deliveryConsent } from '#shared/delivery-consent.ts'
import { comingGuide, everyEmail, loadedBy } from '#test/every-email.ts'

const root = new URL('../', import.meta.url)

test('the list of emails has one from every file that writes emails', async () => {
	const files = (await readdir(new URL('src/server', root), { recursive: true }))
		.map((path) => `src/server/${path}`)
		.filter((path) => path.endsWith('.ts') && !/\.test\.ts$|\/write-mail\.ts$|\/mailing-list\.ts$/.test(path))
	const writing: string[] = []
	for (const file of files)
		if (/writeMail\(|= define(?:Mailing|User)List\(/.test(await readFile(new URL(file, root), 'utf8')))
			writing.push(file)
	expect([...new Set(everyEmail.map(({ from }) => from))].sort()).toEqual(writing.sort())
})

test('one file makes the HTML of all emails, and one other file sends them', async () => {
	const files = await readdir(new URL('src/server', root), { recursive: true })
	const making: string[] = []
	for (const file of files.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts')))
		if (
			/aria-roledescription="email"|\.sendMail\(/.test(
				await readFile(new URL(`src/server/${file}`, root), 'utf8'),
			)
		)
			making.push(file)
	expect(making.sort()).toEqual(['adapters/mail/smtp-mailer.ts', 'shop/emails/write-mail.ts'])
})

test.each(everyEmail)('$name has the same words in its HTML and in its text', ({ name, mail }) => {
	// The text part has no button, so it has another sentence where the HTML introduces the button.
	const own = Object.entries(standardMailTexts).find(([kind]) => kind === name)?.[1]
	let { text } = mail
	if (own !== undefined && 'plainLead' in own) {
		const { plainLead, lead, button } = fillTexts(own, {
			address: mail.to,
			site: 'shop.test',
			product: comingGuide,
		})
		text = text.replace(plainLead, `${lead} ${button}`)
	}
	expect(wordsOf(readable(mail.html))).toEqual(['Headstart', ...wordsOf(text)])
})

test.each(everyEmail)('$name contains each link once in its text', ({ mail }) => {
	const links = mail.text.match(/https?:\/\/\S+/g) ?? []
	expect(links.length).toBeGreaterThan(0)
	expect(new Set(links).size).toBe(links.length)
})

test.each(everyEmail)(
	'$name loads nothing, shows no raw id and is less than 100 kB in size',
	async ({ mail }) => {
		expect(loadedBy(mail.html)).toEqual([])
		const withoutAddresses = mail.text.replaceAll(/https?:\/\/\S+/g, '') + mail.subject
		expect(withoutAddresses).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|\b(pi|cs|re|ch|prod|cus)_\w/i)
		const pictures = mail.pictures ?? []
		const shown = [...mail.html.matchAll(/src="cid:([^"]+)"/g)].map(([, cid]) => cid)
		expect(pictures.map(({ cid }) => cid).sort()).toEqual(shown.sort())
		const sizes = await Promise.all(pictures.map(async ({ path }) => (await stat(path)).size))
		// Gmail cuts off HTML at 102 kB. A picture takes a third more space in an email than on the disk.
		expect(Buffer.byteLength(mail.html)).toBeLessThan(30_000)
		expect(
			mail.html.length + mail.text.length + sizes.reduce((sum, size) => sum + size * 1.37, 0),
		).toBeLessThan(100_000)
	},
)

/** Returns the visible text of the HTML in the form of the text part, in which each link is followed by its address. */
function readable(html: string): string {
	return html
		.replace(/<head>.*<\/head>/s, '')
		.replace(/<div style="display:none[^>]*>.*?<\/div>/s, '')
		.replaceAll(/<!--.*?-->/gs, '')
		.replaceAll(/<p[^>]*>Or open <a[^>]*>[^<]*<\/a><\/p>/g, '')
		.replaceAll(/<a[^>]*href="([^"]*)"[^>]*>\1<\/a>/g, '$1')
		.replaceAll(/<a[^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g, '$2 $1')
		.replaceAll(/<[^>]+>/g, ' ')
		.replaceAll(/&nbsp;/g, ' ')
		.replaceAll('&amp;', '&')
		.replaceAll('&#39;', "'")
		.replaceAll('&quot;', '"')
}

/**
 * Returns the words without punctuation, because the punctuation of the two parts may differ. If the site's name is followed by
 * its own address, the two count as one word.
 */
function wordsOf(text: string): string[] {
	return text
		.replaceAll(/\bshop\.test https:\/\/shop\.test(?!\/)/g, 'https://shop.test')
		.replaceAll(/[:,]/g, ' ')
		.split(/\s+/)
		.filter((word) => word !== '')
}

test('the example of a receipt quotes what buyers agree to at the checkout', () => {
	const receipt = everyEmail.find(({ name }) => name === 'receipt')?.mail.text.replaceAll(/\s+/g, ' ')
	expect(receipt).toContain(`you agreed: “${deliveryConsent(1)}”`)
})
