import { expect, test } from 'vitest'
import { z } from 'zod'
import { openCheckout, cv as order, pay } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { useWorld } from '#test/world.ts'
import { findDocument } from './document-rows.ts'
import { publishDraft, saveDraft } from './write-documents.ts'

const world = await useWorld({ sandbox: true })

test('emails name a product by its words, which are never markup', async () => {
	const title = `</td></table><script>x()</script>"'&<b>`
	const cv = { kind: 'product', id: '2' } as const
	const found = await findDocument(world.database, cv)
	const content = { ...z.record(z.string(), z.unknown()).parse(found?.published), title, shortTitle: title }
	await world.database.asServer(async (tx) => {
		const version = await saveDraft(tx, cv, { by: 'Ada', version: found?.version ?? 0, content })
		await publishDraft(tx, cv, { by: 'Ada', version, claims: [] })
	})
	const client = await signedInClient(world)
	const sessionId = await openCheckout(client, { ...order, productName: title })
	await pay(world, sessionId)
	await client.functions.invoke('confirm-payment', { body: { sessionId } })
	await world.runJobs()
	const mails = world.mails.filter(({ html, text }) => `${html}${text}`.includes('x()'))
	expect(mails.length).toBeGreaterThan(0)
	for (const { subject, html, text } of mails) {
		expect(`${subject}${text}`).toContain('<script>x()</script>')
		expect(subject).not.toMatch(/[\r\n]/)
		expect(html).not.toContain('<script')
		expect(html).not.toContain(`"'&<b>`)
		expect(html).toContain('&lt;script&gt;x()&lt;/script&gt;')
	}
})
