import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { z } from 'zod'
import type { MoneyShop } from './money-shop.ts'

const keysSchema = z.object({ secretKey: z.string() })
const largeBytes = 20 << 20
const free = 'StudentGuide.pdf'

/** What the owner's key may do with the file that the benches fetch. */
export interface OwnerFiles {
	/** A link that lasts an hour. */
	link(): Promise<string>
	/** Puts twenty megabytes in its place. */
	makeLarge(): Promise<void>
}

export async function ownerFiles({ process: shop }: MoneyShop): Promise<OwnerFiles> {
	const keys = keysSchema.parse(JSON.parse(await readFile(join(shop.dataDir, 'keys.json'), 'utf8')))
	const owner = createClient(shop.url, keys.secretKey, { auth: { persistSession: false } })
	return {
		link: async () => {
			const { data, error } = await owner.storage.from('pdfs').createSignedUrl(free, 3600)
			if (error !== null) throw error
			return data.signedUrl
		},
		makeLarge: async () => {
			const bytes = Buffer.concat([
				Buffer.from('%PDF-1.7\n'),
				randomBytes(largeBytes),
				Buffer.from('\n%%EOF\n'),
			])
			const { error } = await owner.storage
				.from('pdfs')
				.upload(free, new Blob([bytes], { type: 'application/pdf' }), {
					upsert: true,
					contentType: 'application/pdf',
				})
			if (error !== null) throw error
		},
	}
}
