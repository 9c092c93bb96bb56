import { startBare } from '../bare-process.ts'
import { compareServers } from '../compare-servers.ts'
import type { Figure } from '../figure.ts'
import { startNginx } from '../nginx.ts'
import type { MoneyShop } from './money-shop.ts'
import { openStoredFile } from './stored-file.ts'

/** Measures a small file from memory and a large one from disk, compared with nginx if installed, otherwise with `node:http`. */
export async function downloads(shop: MoneyShop): Promise<Figure[]> {
	const files = await openStoredFile(shop)
	const small = await compare('a small hot file', 0.95, await files.link(), shop)
	await files.makeLarge()
	return [...small, ...(await compare('a large file', 0.8, await files.link(), shop))]
}

async function compare(
	name: string,
	atLeast: number,
	url: string,
	{ process: shop, postgresPid }: MoneyShop,
): Promise<Figure[]> {
	const sample = await fetch(url)
	const body = Buffer.from(await sample.arrayBuffer())
	if (!sample.ok) throw new Error(`no download: ${sample.status}`)
	const nginx = await startNginx(body)
	const bare =
		nginx === undefined
			? await startBare({ kind: 'bytes', body: body.toString('base64'), headers: {} })
			: undefined
	const baseline = nginx ?? bare
	if (baseline === undefined) throw new Error('nothing to compare with')
	const isLarge = body.length > 1 << 20
	const load = isLarge ? { connections: 4 } : {}
	try {
		return await compareServers({
			name,
			ours: {
				name: 'the shop',
				pids: { server: shop.pid() ?? 0, postgres: postgresPid },
				load: () => ({ url, ...load }),
			},
			baseline: {
				name: nginx === undefined ? 'bare node:http, from memory' : 'nginx',
				pids: { server: baseline.pid },
				load: () => ({ url: baseline.url, ...load }),
			},
			atLeast,
			isNginx: nginx !== undefined,
			...(isLarge ? { by: 'bytesPerSecond', seconds: 4 } : {}),
		})
	} finally {
		await baseline.stop()
	}
}
