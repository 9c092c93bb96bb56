/** The networks a shop may have a profile at, in the order the footer shows them. */
export const socialNetworks = [
	{ id: 'instagram', name: 'Instagram', host: 'instagram.com' },
	{ id: 'tiktok', name: 'TikTok', host: 'tiktok.com' },
	{ id: 'youtube', name: 'YouTube', host: 'youtube.com' },
	{ id: 'linkedin', name: 'LinkedIn', host: 'linkedin.com' },
	{ id: 'x', name: 'X', host: 'x.com' },
	{ id: 'facebook', name: 'Facebook', host: 'facebook.com' },
] as const

export type SocialNetwork = (typeof socialNetworks)[number]['id']

/** The network an address belongs to; undefined if it is not a profile at one of ours. */
export function networkOf(address: string): SocialNetwork | undefined {
	const url = URL.parse(address)
	if (url?.protocol !== 'https:' || url.pathname === '/' || url.username !== '' || url.port !== '')
		return undefined
	return socialNetworks.find(({ host }) => url.hostname === host || url.hostname === `www.${host}`)?.id
}
