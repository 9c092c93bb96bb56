import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { z } from 'zod'
import type { NewId } from '#sandbox/ids.ts'
import { addEmail, parseEmail } from '#sandbox/mailbox/emails.ts'
import { mailRefusals } from '#sandbox/store/refusals.ts'
import { readSetting, type Store, writeSetting } from '#sandbox/store/store.ts'
import type { Clock } from '#shared/clock.ts'

interface SmtpOptions {
	store: Store
	clock: Clock
	newId: NewId
	log: (line: string) => void
}

export interface SmtpMailbox {
	port: number
	stop(): Promise<void>
}

const largestEmail = 25 * 1024 * 1024
const portSetting = 'smtp.port'

/** Accepts emails from any program on this machine. Confirms an email only when it is on disk. */
export async function startSmtp(options: SmtpOptions): Promise<SmtpMailbox> {
	const { store } = options
	// Uses the same port as the last run if it is free, so that a shop that still uses that port keeps working.
	const usual = readSetting(store, portSetting, z.int())
	const server =
		(usual === undefined ? undefined : await listen(options, usual)) ?? (await listen(options, 0))
	if (server === undefined) throw new Error('No free port for the mail server.')
	const address = server.server.address()
	if (address === null || typeof address === 'string') throw new Error('The mail server has no port.')
	writeSetting(store, portSetting, address.port)
	return {
		port: address.port,
		stop: () => new Promise((resolve) => server.close(resolve)),
	}
}

/** Starts the mail server; returns undefined if the port is in use. */
function listen(options: SmtpOptions, port: number): Promise<SMTPServer | undefined> {
	const server = new SMTPServer({
		name: 'mailbox.localhost',
		disabledCommands: ['AUTH', 'STARTTLS'],
		disableReverseLookup: true,
		size: largestEmail,
		closeTimeout: 500,
		onData: (stream, session, done) => {
			receive(options, stream, session).then(() => done(null, 'stored'), done)
		},
	})
	return new Promise((resolve, reject) => {
		server.once('error', (error: NodeJS.ErrnoException) => {
			if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined)
			else reject(error)
		})
		server.listen(port, '127.0.0.1', () => {
			// From here on, an error concerns only one connection, for example because its client disconnected.
			server.on('error', (error) => options.log(`mail: ${error.message}`))
			resolve(server)
		})
	})
}

async function receive(
	options: SmtpOptions,
	stream: SMTPServerDataStream,
	session: SMTPServerSession,
): Promise<void> {
	const { store, clock, newId } = options
	const raw = await buffer(stream)
	const { delayMs } = mailRefusals.read(store)
	if (delayMs > 0) await pause(delayMs)
	const code = mailRefusals.take(store)
	if (code !== undefined) throw refused('Refused on purpose by the sandbox', code)
	if (stream.sizeExceeded) throw refused('Too large', 552)
	const { mailFrom, rcptTo } = session.envelope
	const mail = await parseEmail(raw, {
		id: newId('mail'),
		from: mailFrom === false ? '' : mailFrom.address,
		to: rcptTo.map(({ address }) => address),
		date: clock.now(),
	})
	addEmail(store, mail)
}

function refused(message: string, responseCode: number): Error {
	return Object.assign(new Error(message), { responseCode })
}
