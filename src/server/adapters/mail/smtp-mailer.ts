import type { Obstacle } from '#server/platform/obstacle.ts'
import { type Mailer, MailRefused } from '#server/shop/emails/mailer.ts'

interface SmtpMailerOptions {
	/** URL with `smtp:` or `smtps:`. */
	smtpUrl: string
	/** The `From` of every email. */
	from: { name: string; address: string }
	/** The `Reply-To` of every email: an address that somebody reads. Nobody has to read emails to the `From` address. */
	replyTo: string
}

/**
 * Sends emails over SMTP, to the owner's mail server or to the sandbox. Loads its library and opens the connection only when the
 * first email is sent.
 */
export function createSmtpMailer({ smtpUrl, from, replyTo }: SmtpMailerOptions): Mailer {
	let opened: ReturnType<typeof open> | undefined
	const open = async () => {
		const { createTransport } = await loadMailLibrary()
		return createTransport({
			url: smtpUrl,
			pool: true,
			maxConnections: 2,
			connectionTimeout: 10_000,
			socketTimeout: 30_000,
		})
	}
	return {
		send: async ({
			to,
			fromName,
			subject,
			text,
			html,
			messageId,
			unsubscribeUrl,
			pictures = [],
			files = [],
		}) => {
			const headers = {
				...automatic,
				...(unsubscribeUrl === undefined ? {} : unsubscribeHeaders(unsubscribeUrl)),
			}
			const alternatives = [
				{ contentType: 'text/plain; charset=utf-8; format=flowed', content: flowText(text) },
				{ contentType: 'text/html; charset=utf-8', content: html },
			]
			const attachments = [
				...pictures.map(({ cid, fileName, contentType, path, bytes }) => ({
					cid,
					filename: fileName,
					contentType,
					...(bytes === undefined ? { path } : { content: Buffer.from(bytes) }),
					contentDisposition: 'inline' as const,
				})),
				...files.map((file) => ({
					filename: file.name,
					contentType: 'text/plain; charset=utf-8',
					// Programs that open the file from a disk know its letters by the mark at its beginning.
					content: `\ufeff${file.text}`,
				})),
			]
			opened ??= open()
			const transport = await opened
			await transport
				.sendMail({
					from: { ...from, name: from.name || fromName },
					replyTo,
					to,
					subject,
					messageId,
					alternatives,
					attachments,
					headers,
				})
				.catch((error: unknown) => {
					throw isForGood(error) ? new MailRefused(refusalOf(error)) : new Error(refusalOf(error))
				})
		},
		close: () => void opened?.then((transport) => transport.close()),
	}
}

/**
 * Says that nobody has written the email, so that no out-of-office reply is sent to the owner: the first header is the standard's
 * (RFC 3834), the second Exchange's. The second doesn't suppress reports that an email could not be delivered.
 */
const automatic = {
	'Auto-Submitted': 'auto-generated',
	'X-Auto-Response-Suppress': 'DR, RN, NRN, OOF, AutoReply',
}

/** Loads the library only when it is needed: it takes some megabytes and a tenth of a second. */
function loadMailLibrary() {
	return import('nodemailer')
}

function unsubscribeHeaders(url: string): Record<string, string> {
	return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/** Signs in to the mail server without sending anything. Returns what is wrong; undefined if nothing is. */
export async function findMailObstacle(smtpUrl: string): Promise<Obstacle | undefined> {
	const { createTransport } = await loadMailLibrary()
	const transport = createTransport({ url: smtpUrl, connectionTimeout: 10_000, socketTimeout: 30_000 })
	const { host } = new URL(smtpUrl)
	try {
		await transport.verify()
		return undefined
	} catch (error) {
		return isAboutLogin(error)
			? {
					says: `The mail server ${host} refuses the user or the password in SMTP_URL (${summaryOf(error)})`,
					todo: 'Correct them. Emails wait until it accepts them.',
				}
			: {
					says: `The mail server ${host} in SMTP_URL cannot be used (${summaryOf(error)})`,
					todo: 'Check that it is running and that SMTP_URL has its host and port. Emails wait until it answers.',
				}
	} finally {
		transport.close()
	}
}

/**
 * Reports whether the server refused the email permanently, with a 5xx about its addresses or its content. A 5xx about the shop's
 * login is not permanent, because the owner may correct the login.
 */
function isForGood(error: unknown): boolean {
	const code = part(error, 'code')
	return Number(part(error, 'responseCode')) >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

function isAboutLogin(error: unknown): boolean {
	return ['EAUTH', 'ENOAUTH'].includes(part(error, 'code'))
}

/** Describes why the mail server did not accept an email. */
function refusalOf(error: unknown): string {
	if (isAboutLogin(error))
		return `the mail server refuses the user or the password in SMTP_URL (${summaryOf(error)})`
	if (part(error, 'responseCode') === '')
		return `the mail server in SMTP_URL cannot be reached (${summaryOf(error)})`
	return `the mail server did not accept it: ${summaryOf(error)}`
}

/** Describes an error without the mail server's own message, which repeats the address and would end up in the log. */
function summaryOf(error: unknown): string {
	return ['code', 'responseCode', 'command']
		.map((name) => part(error, name))
		.filter(Boolean)
		.join(' ')
}

function part(error: unknown, name: string): string {
	return error instanceof Error ? String(Reflect.get(error, name) ?? '') : ''
}

/** RFC 3676 recommends lines of at most 78 characters. This leaves room for an indent and a space at the end. */
const widest = 76

/**
 * Breaks long lines as `format=flowed` does (RFC 3676): a line that ends with a space continues in the next. Mail programs that
 * support this join the lines again to fit the screen. Others show short lines. Words are never broken, so addresses stay whole.
 */
export function flowText(text: string): string {
	return text
		.split('\n')
		.flatMap((line) => brokenLine(line.trimEnd()))
		.map((line) => (/^( |>|From )/.test(line) ? ` ${line}` : line))
		.join('\n')
}

function brokenLine(line: string): string[] {
	const lines: string[] = []
	let current = ''
	for (const word of line.split(/(?<= )(?! )/)) {
		if (current !== '' && current.length + word.trimEnd().length > widest) {
			lines.push(current)
			current = ''
		}
		current += word
	}
	return [...lines, current]
}
