export const statusNames = {
	'on sale': 'On sale',
	free: 'Free',
	'coming soon': 'Coming soon',
	withdrawn: 'Withdrawn',
} as const
