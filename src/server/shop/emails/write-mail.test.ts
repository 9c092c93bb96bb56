import { expect, test } from 'vitest'
import { gallery as cvPictures } from '#catalogue/cv-secrets/gallery.ts'
import { catalogue } from '#catalogue/index.ts'
import { mailButton, mailCover, mailLines, mailLink, mailParagraph } from '#server/shop/emails/mail-parts.ts'
import { writeMail } from '#server/shop/emails/write-mail.ts'

const letter = {
	to: 'ada@student.test',
	subject: 'About it',
	messageId: '<1@shop.test>',
	shop: 'Headstart',
	siteUrl: 'https://shop.test',
	title: 'It’s here',
	preheader: 'Now.',
	body: [mailParagraph('It is.')],
	closing: 'You asked.',
}

test('every part of an email escapes its values in the HTML', () => {
	const evil = '"><script>alert(1)</script>'
	const { html, text } = writeMail({
		...letter,
		shop: evil,
		subject: evil,
		title: evil,
		preheader: evil,
		closing: evil,
		userMetadata: { display_name: evil },
		body: [
			mailParagraph(evil, mailLink({ href: `https://shop.test/${evil}`, label: evil })),
			mailButton({ href: `https://shop.test/${evil}`, label: evil }),
			mailLines([{ label: evil, value: evil }]),
		],
		unsubscribe: { label: evil, page: `https://shop.test/${evil}`, oneClick: 'https://shop.test/stop' },
	})
	expect(html).not.toContain('<script')
	expect(html).toContain('&quot;&gt;&lt;script&gt;')
	expect(text).toContain(evil)
	expect(text).toContain('\n\nHello,\n\n')
})

test('an email doesn’t show the catalogue’s cover of a guide for which an owner has chosen another', () => {
	const found = catalogue.find(({ slug }) => slug === 'cv-secrets')
	if (found === undefined) throw new Error('the catalogue lacks the guide')
	const [cover] = cvPictures
	if (cover === undefined) throw new Error('the guide has no pictures')
	const picturesWith = (gallery: typeof cvPictures) =>
		mailCover({ product: { ...found, gallery: [...gallery] }, title: found.title }).pictures?.length
	expect(picturesWith(cvPictures)).toBe(1)
	expect(picturesWith([{ ...cover, name: 'a'.repeat(32) }, ...cvPictures])).toBeUndefined()
})

test('an email that can be unsubscribed from has a link at the end and a one-click address', () => {
	const mail = writeMail({
		...letter,
		unsubscribe: { label: 'Stop these', page: 'https://shop.test/stop', oneClick: 'https://shop.test/post' },
	})
	expect(mail.unsubscribeUrl).toBe('https://shop.test/post')
	expect(mail.text).toMatch(/You asked\.\n\nStop these: https:\/\/shop\.test\/stop\n\nHeadstart, /)
	expect(mail.html).toContain('href="https://shop.test/stop"')
	expect(writeMail(letter)).not.toHaveProperty('unsubscribeUrl')
})

test('a piece that does not apply is left out of the HTML and of the plain text', () => {
	const mail = writeMail({ ...letter, body: [undefined, mailParagraph('It is.'), undefined] })
	expect(mail).toEqual(writeMail(letter))
	expect(mail.html + mail.text).not.toMatch(/undefined|null|\[object/)
})
