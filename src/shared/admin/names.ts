import type { Role } from './members.ts'

// In a file of its own, because pages don't load the schemas.

/** The roles as pages name them. */
export const roleNames: Readonly<Record<Role, string>> = {
	owner: 'Owner',
	helper: 'Helper',
	accountant: 'Accountant',
}

/** How a product can be had, as pages name it. */
export const statusNames = {
	'on sale': 'On sale',
	free: 'Free',
	'coming soon': 'Coming soon',
	withdrawn: 'Withdrawn',
} as const

/** Why a review may be hidden. There is no other reason. */
export const hidingReasons = ['unlawful', 'personal data', 'advert', 'not about the guide'] as const
