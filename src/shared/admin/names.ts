import type { Role } from './members.ts'

// In a file of its own, so that the pages don't load the schemas.

/** What pages call the roles. */
export const roleNames: Readonly<Record<Role, string>> = {
	owner: 'Owner',
	helper: 'Helper',
	accountant: 'Accountant',
}

/** What pages call the statuses of products. */
export const statusNames = {
	'on sale': 'On sale',
	free: 'Free',
	'coming soon': 'Coming soon',
	'off sale': 'Off sale',
	withdrawn: 'Withdrawn',
} as const

/** Whether customers can get a product. */
export const productStatuses = ['on sale', 'free', 'coming soon', 'off sale', 'withdrawn'] as const

/** The only reasons for which a review may be hidden. */
export const hidingReasons = ['unlawful', 'personal data', 'advert', 'not about the guide'] as const
