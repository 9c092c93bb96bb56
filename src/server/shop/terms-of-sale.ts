import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { MailFile } from '#server/shop/emails/mailer.ts'
import type { Seller } from '#server/shop/shop-context.ts'
import { pageSchemas, withoutUnknownFields } from '#shared/content/documents.ts'
import { fileText, type Insertion } from '#shared/content/rich-text.ts'
import type { TextPage } from '#shared/content/text-page.ts'
import { dayOf } from '#shared/dates.ts'
import { sampleTrader } from '#shared/site.ts'
import { type SalesArea, saleTerms } from '#shared/where-we-sell.ts'
import { readSalesAreaAt } from './where-we-sell.ts'

interface Sale {
	/** When the buyer agreed to the terms. */
	at: Date
	/** The seller of that day; undefined on a local run. */
	seller: Seller | undefined
	siteUrl: string
}

/** The pages that a sale is made on, the terms first. */
const pages = ['terms', 'refunds'] as const

const versionSchema = z.object({ id: z.enum(pages), content: z.unknown() })

/**
 * Writes the terms and the page about refunds as they were published at the time of a sale, for the buyer to keep. Undefined if the
 * sale is older than the history of these pages.
 */
export async function readTermsOfSale(
	database: Pick<Database, 'query'>,
	sale: Sale,
): Promise<MailFile | undefined> {
	const versions = await database.query(
		sql`
		select distinct on (id) id, content from shop.document_versions
		where kind = 'page' and id = any (${pages}) and at <= ${sale.at}::timestamptz and content is not null
			and change in ('from the release', 'published', 'release taken')
		order by id desc, version desc`,
		versionSchema,
	)
	const area = await readSalesAreaAt(database, sale.at)
	const texts = versions.flatMap(({ id, content }) => {
		const page = pageSchemas[id].safeParse(withoutUnknownFields({ kind: 'page', id }, content)).data
		return page === undefined ? [] : [writePage(page, sale, area)]
	})
	if (texts.length < pages.length) return undefined
	return { name: `Terms of ${dayOf(sale.at)}.txt`, text: `${texts.join('\n\n\n')}\n` }
}

function writePage(
	{ title, changed, intro, sections }: TextPage,
	{ seller = { ...sampleTrader, vatNumber: undefined }, siteUrl }: Sale,
	area: SalesArea,
): string {
	const details = [
		seller.name,
		seller.address,
		seller.email,
		...(seller.vatNumber === undefined ? [] : [`VAT number ${seller.vatNumber}`]),
	].join('\n')
	const values: Partial<Record<Insertion, string>> = {
		'seller-name': seller.name,
		'seller-email': seller.email,
		'seller-details': details,
		'where-we-sell': saleTerms(area).join('\n\n'),
	}
	const insertion = (name: Insertion) => values[name] ?? ''
	return [
		title.toUpperCase(),
		...(changed === undefined ? [] : [`Last changed on ${changed}.`]),
		intro,
		...sections.flatMap((section) => [
			`${section.title}\n${'-'.repeat(section.title.length)}`,
			fileText(section.text, { insertion, siteUrl }),
		]),
	].join('\n\n')
}
