import { SMTPServer } from 'smtp-server'

interface Refusal {
	command: 'AUTH' | 'RCPT TO' | 'DATA'
	responseCode: number
	words: string
}

/**
 * Starts a mail server that refuses an email if `refusal` returns a reason, and accepts all others. `receive` gets the source of each
 * email.
 */
export async function startMailServer(
	refusal: () => Refusal | undefined,
	receive: (source: string) => void = () => {},
): Promise<{ url: string; stop(): Promise<void> }> {
	const answer = (at: Refusal['command']) => {
		const { command, words, responseCode } = refusal() ?? {}
		return command === at ? Object.assign(new Error(words), { responseCode }) : null
	}
	const server = new SMTPServer({
		authOptional: true,
		allowInsecureAuth: true,
		disabledCommands: ['STARTTLS'],
		onAuth: (_auth, _session, done) => done(answer('AUTH'), { user: 'shop' }),
		onRcptTo: (_address, _session, done) => done(answer('RCPT TO')),
		onData: (stream, _session, done) => {
			const chunks: Buffer[] = []
			stream
				.on('data', (chunk: Buffer) => chunks.push(chunk))
				.on('end', () => {
					receive(Buffer.concat(chunks).toString())
					done(answer('DATA'))
				})
		},
	})
	// A client that hangs up is no fault of the test.
	server.on('error', () => {})
	const port = await new Promise<number>((resolve) => {
		const listening = server.listen(0, '127.0.0.1', () => {
			const address = listening.address()
			resolve(address !== null && typeof address === 'object' ? address.port : 0)
		})
	})
	return {
		url: `smtp://127.0.0.1:${port}`,
		stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
	}
}
