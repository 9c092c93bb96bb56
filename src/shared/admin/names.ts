import type { Role } from './members.ts'

// In a file of its own, so that the pages don't load the schemas.

/** What pages call the roles. */
export const roleNames: Readonly<Record<Role, string>> = {
	owner: 'Owner',
	helper: 'Helper',
	editor: 'Editor',
	accountant: 'Accountant',
}

/** Who writes the words of the shop. Only owners publish them. */
export const writers = ['owner', 'helper', 'editor'] as const satisfies readonly Role[]

/** Who looks after what is sold: everybody but those who only write. */
export const sellers: readonly Role[] = ['owner', 'helper', 'accountant']

/** The formats of which a guide can be made. */
export const guideFormats = ['PDF', 'EPUB', 'DOCX', 'XLSX', 'ZIP'] as const

/** Whether customers can get a product. */
export const productStatuses = ['on sale', 'free', 'coming soon', 'off sale', 'withdrawn'] as const

/** What pages call the statuses of products. */
export const statusNames: Readonly<Record<(typeof productStatuses)[number], string>> = {
	'on sale': 'On sale',
	free: 'Free',
	'coming soon': 'Coming soon',
	'off sale': 'Off sale',
	withdrawn: 'Withdrawn',
}

/** The only reasons for which a review may be hidden. */
export const hidingReasons = ['unlawful', 'personal data', 'advert', 'not about the guide'] as const

/** Returns whether a marketing claim is what somebody has said of the shop. */
export function isTestimonial(claimId: string): boolean {
	return claimId.startsWith('testimonial-')
}
