import { z } from 'zod'
import { bucketUrl } from './bucket-url.ts'
import { mailTextsFile } from './mail-texts-setting.ts'
import { encodePassword, hasRawPassword } from './password-in-url.ts'
import { area, setting } from './setting.ts'
import {
	addressRanges,
	folder,
	origin,
	port,
	postgresUrl,
	sender,
	serviceUrl,
	timeOfDay,
	wholeNumber,
	workerCount,
	yesNo,
} from './setting-fields.ts'

export type ServerSettings = z.output<typeof serverSettings>
export type StorageSettings = z.output<typeof storageSettings>
export type BackupSettings = z.output<typeof backupSettings>
export type MailSettings = z.output<typeof mailSettings>
export type TestRunSettings = z.output<typeof testRunSettings>

/**
 * How many seconds a server may take to stop. First it answers `/readyz` with 503 and serves everything else, for at most
 * `longestNotice`. Then it lets requests in progress finish, for at most `requests`. The program that stops the server must wait
 * longer than both together before it kills the server.
 */
export const shutdownSeconds = { longestNotice: 60, requests: 25 }

export const serverSettings = area('Server', {
	host: setting('HOST', z.string(), {
		default: '127.0.0.1',
		description: 'The address the server listens on.',
	}),
	port: setting('PORT', port, { default: '3000', description: 'The port the server listens on.' }),
	workers: setting('WORKERS', workerCount, {
		default: '1',
		description:
			'How many processes answer requests on the port: a number, or auto for one per core. The first one also runs the jobs. docs/scaling.md says when more help.',
	}),
	siteUrl: setting('SITE_URL', origin, {
		example: 'https://headstart.example',
		description: 'The address visitors use; https on a public site. Default: http://localhost:PORT',
	}),
	hstsSubdomains: setting('HSTS_INCLUDE_SUBDOMAINS', yesNo, {
		default: 'false',
		description:
			'Tells browsers to use https for every subdomain as well, for two years. Set it only if all of them support https.',
	}),
	trustedProxies: setting('TRUSTED_PROXIES', addressRanges, {
		default: '',
		example: '10.0.0.0/8',
		description:
			'Trusted proxies, whose X-Forwarded-For is used: addresses or ranges, comma separated. Default: none.',
	}),
	shutdownNoticeSeconds: setting('SHUTDOWN_NOTICE_SECONDS', wholeNumber(0, shutdownSeconds.longestNotice), {
		example: '5',
		description:
			'How many seconds a stopping server answers 503 to /readyz and serves everything else, so that a load balancer can take it out first. Set it a little longer than the balancer’s interval. Default: 5 behind a proxy, otherwise 0.',
	}),
	logLevel: setting(
		'LOG_LEVEL',
		z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent'),
		{ default: 'info', description: 'debug, info, warn, error or silent.' },
	),
})

export const storageSettings = area('Database and files', {
	dataDir: setting('DATA_DIR', folder, {
		default: '.data',
		description:
			'The folder for everything the shop stores on this machine: keys, private files, the embedded database, the sandbox.',
	}),
	databaseUrl: setting('DATABASE_URL', postgresUrl, {
		example: 'postgresql://owner:password@host:5432/headstart',
		public: true,
		secret: true,
		description:
			'The login of the database owner, on PostgreSQL 16 or later. Default: an embedded PostgreSQL in DATA_DIR.',
	}),
	databaseApiUrl: setting('DATABASE_API_URL', postgresUrl, {
		secret: true,
		description:
			'The login for requests, if you prefer to create it yourself: it may only become anon or authenticated. Default: created by the database owner, with a password derived from the one in DATABASE_URL.',
	}),
	databaseJobsUrl: setting('DATABASE_JOBS_URL', postgresUrl, {
		secret: true,
		description:
			'The login for the server’s own work, if you prefer to create it yourself. Default: created by the database owner, as for DATABASE_API_URL.',
	}),
	databaseReadUrl: setting('DATABASE_READ_URL', postgresUrl, {
		example: 'postgresql://replica.example:5432/headstart',
		secret: true,
		description:
			'A streaming read replica of the database, for what everybody may read through the REST API. If the address names no user, the login for requests is used. Default: none. docs/scaling.md says when it helps.',
	}),
	bucket: setting('STORAGE_URL', bucketUrl, {
		example: 's3://KEY:SECRET@s3.eu-west-2.amazonaws.com/bucket/folder?region=eu-west-2',
		secret: true,
		description:
			'A bucket of any S3-compatible service for the private files, which several servers need. Percent-encode / and + in its keys. s3+http:// connects without TLS. Default: DATA_DIR/files.',
	}),
})

export const backupSettings = area('Backups', {
	backupTo: setting(
		'BACKUP_TO',
		z
			.string()
			.refine((value) => !hasRawPassword(value), { error: encodePassword, abort: true })
			.pipe(z.union([folder, bucketUrl], 'must be a folder, or a bucket as in STORAGE_URL')),
		{
			example: 's3://KEY:SECRET@s3.eu-west-2.amazonaws.com/bucket/backups?region=eu-west-2',
			secret: true,
			description:
				'Where `npm run backup` puts backups: a folder on another disk, or a bucket, preferably at a different provider from STORAGE_URL’s. Default: DATA_DIR/backups.',
		},
	),
	backupPassphrase: setting('BACKUP_PASSPHRASE', z.string().min(16, 'must have at least 16 characters'), {
		secret: true,
		description:
			'Encrypts backups. Keep a copy elsewhere: without it they cannot be read. Default: they are not encrypted.',
	}),
	backupDailyAt: setting('BACKUP_DAILY_AT', timeOfDay, {
		example: '03:30',
		description: 'Backs up every day at this time (UTC). Default: only when you run `npm run backup`.',
	}),
	backupsKept: setting('BACKUPS_KEPT', wholeNumber(1, 1000), {
		default: '14',
		description: 'How many backups are kept; the oldest beyond this number are removed after each new one.',
	}),
})

export const mailSettings = area('Mail', {
	smtpUrl: setting('SMTP_URL', serviceUrl(/^smtps?$/, 'must be an smtp:// or smtps:// address'), {
		example: 'smtps://user:password@mail.example:465',
		public: true,
		secret: true,
		description: 'Your mail server. Default: the sandbox’s mailbox receives every email.',
	}),
	mailFrom: setting('MAIL_FROM', sender, {
		default: 'hello@headstart.test',
		example: 'Headstart <hello@headstart.example>',
		public: true,
		description: 'The sender of the shop’s emails. Without a name before the address, it’s the shop’s.',
	}),
	mailTexts: setting('MAIL_TEXTS', mailTextsFile, {
		example: '/etc/headstart/mail-texts.json',
		description:
			'A JSON file with your own wording for emails, until you change it in the admin (docs/mail-texts.md).',
	}),
})

export const testRunSettings = area('Local and test runs', {
	sandboxPort: setting('SANDBOX_PORT', port, {
		default: '3001',
		description: 'The port of the sandbox (test payments, Google, mailbox) on a local run.',
	}),
	rateLimitScale: setting('RATE_LIMIT_SCALE', wholeNumber(1, 1000), {
		default: '1',
		description: 'Multiplies every rate limit, for tests that use the shop from one address.',
	}),
	devPages: setting('HEADSTART_DEV_PAGES', z.url(), {
		internal: true,
		description: 'The address of the development server for pages. `npm run dev` sets it.',
	}),
})
