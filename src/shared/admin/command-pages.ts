/** Commands that alerts name, and the page of the admin on which an owner can do the same. */
export const commandPages = {
	backup: { command: 'npm run backup', path: '/settings/backups', name: 'Backups' },
	checkBackups: { command: 'npm run backup -- check', path: '/settings/backups', name: 'Backups' },
	doctor: { command: 'npm run doctor', path: '/settings', name: 'Checks' },
	audit: { command: 'npm run audit', path: '/settings', name: 'Checks' },
	words: { command: 'npm run admin -- documents', path: '/words', name: 'Words' },
	turnover: {
		command: 'npm run admin -- turnover',
		path: '/sales/books',
		name: 'The month for the accountant',
	},
} as const
