import { z } from 'zod'
import { area, setting } from './setting.ts'
import { origin, port } from './setting-fields.ts'

export const adminSettings = area('The admin, where you and your staff run the shop', {
	url: setting('ADMIN_URL', z.union([z.literal('none'), origin]), {
		example: 'https://admin.headstart.example',
		description:
			'The address of the admin: an origin of its own, never the shop’s, with https on a public site (or http://localhost:3002 through an SSH tunnel); `none` for no admin. Default: http://localhost:ADMIN_PORT on your own machine, otherwise none.',
	}),
	port: setting('ADMIN_PORT', port, { default: '3002', description: 'The port that the admin listens on.' }),
	host: setting('ADMIN_HOST', z.string(), {
		default: '127.0.0.1',
		description: 'The address that ADMIN_PORT listens on. Only your proxy has to reach it.',
	}),
})

/** The address at which the admin is served. */
export interface AdminPlace {
	/** Its origin, without a trailing slash. */
	url: string
	host: string
	port: number
}

interface PlaceOptions {
	given: z.output<typeof adminSettings>
	isPublic: boolean
}

/** Returns where the admin is served; undefined if there is no admin. */
export function chooseAdmin({ given: { url, host, port }, isPublic }: PlaceOptions): AdminPlace | undefined {
	if (url === 'none' || (url === undefined && isPublic)) return undefined
	return { url: url ?? `http://localhost:${port}`, host, port }
}

interface AdminContradictions {
	admin: AdminPlace | undefined
	siteUrl: string
	isPublic: boolean
	/** The other ports of this process, by the name of their setting. */
	taken: Readonly<Record<string, number | undefined>>
}

/** Returns an error message for each admin setting that contradicts another setting. */
export function findAdminErrors({ admin, siteUrl, isPublic, taken }: AdminContradictions): string[] {
	if (admin === undefined) return []
	const others = Object.keys(taken)
	const { protocol, hostname } = new URL(admin.url)
	const isSafe = protocol === 'https:' || hostname === 'localhost'
	return [
		...(Object.values(taken).includes(admin.port)
			? [`ADMIN_PORT: must differ from ${others.join(' and ')}`]
			: []),
		...(admin.url === siteUrl ? ['ADMIN_URL: must differ from SITE_URL'] : []),
		...(isPublic && !isSafe ? ['ADMIN_URL: needs https, or localhost through an SSH tunnel'] : []),
	]
}
