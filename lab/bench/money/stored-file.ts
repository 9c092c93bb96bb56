import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { clientOf } from '../../../e2e/people.ts'
import { addUsers } from '../shop.ts'
import type { MoneyShop } from './money-shop.ts'

const keysSchema = z.object({ secretKey: z.string() })
const largeBytes = 20 << 20
const fileName = 'StudentGuide.pdf'

/** The file of a free guide, which the benchmarks download. */
export interface StoredFile {
	/** Returns a user's link that is valid for five minutes. */
	link(): Promise<string>
	/** Replaces the file with one of twenty megabytes. */
	makeLarge(): Promise<void>
}

export async function openStoredFile({
	process: shop,
	databaseUrl,
}: Pick<MoneyShop, 'process' | 'databaseUrl'>): Promise<StoredFile> {
	const keys = keysSchema.parse(JSON.parse(await readFile(join(shop.dataDir, 'keys.json'), 'utf8')))
	const serviceRole = createClient(shop.url, keys.secretKey, { auth: { persistSession: false } })
	const [user] = await addUsers(databaseUrl, 1)
	if (user === undefined) throw new Error('no user')
	const client = await clientOf(shop)
	await client.auth.signInWithPassword(user)
	return {
		link: async () => {
			const { data, error } = await client.storage.from('pdfs').createSignedUrl(fileName, 300)
			if (error !== null) throw error
			return data.signedUrl
		},
		makeLarge: async () => {
			const bytes = Buffer.concat([
				Buffer.from('%PDF-1.7\n'),
				randomBytes(largeBytes),
				Buffer.from('\n%%EOF\n'),
			])
			const { error } = await serviceRole.storage
				.from('pdfs')
				.upload(fileName, new Blob([bytes], { type: 'application/pdf' }), {
					upsert: true,
					contentType: 'application/pdf',
				})
			if (error !== null) throw error
		},
	}
}
