import { createApp } from '#sandbox/app.ts'
import type { SandboxConfig } from '#sandbox/config.ts'
import { listen } from '#sandbox/http/listen.ts'
import type { NewId } from '#sandbox/ids.ts'
import { mailsSchema } from '#sandbox/mailbox/mails.ts'
import { startSmtp } from '#sandbox/mailbox/smtp.ts'
import { settingsSchema } from '#sandbox/store/settings.ts'
import { openStore } from '#sandbox/store/store.ts'
import type { Clock } from '#shared/clock.ts'

interface SandboxOptions extends SandboxConfig {
	clock: Clock
	newId: NewId
	log: (line: string) => void
	/** Called when somebody with the key asks the sandbox to stop. */
	onStopAsked: () => void
}

export interface RunningSandbox {
	port: number
	smtpPort: number
	stop(): Promise<void>
}

/** Brings up the whole sandbox. Throws a plain sentence where it cannot start, leaving nothing running. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
	const { dir, host, port, shopUrl, secretKey, clock, newId, log } = options
	const store = openStore({ dir, schema: [settingsSchema, mailsSchema] })
	const undo: (() => Promise<void> | void)[] = [() => store.close()]
	const stop = async () => {
		for (const step of undo.splice(0).reverse()) await step()
	}
	try {
		const smtp = await startSmtp({ store, clock, newId, log })
		undo.push(smtp.stop)
		const app = createApp({ store, host, shopUrl, secretKey, about: { dir, smtpPort: smtp.port }, stop: options.onStopAsked, log })
		const listening = await listen(app, host, port)
		undo.push(listening.stop)
		return { port: listening.port, smtpPort: smtp.port, stop }
	} catch (error) {
		await stop()
		throw error
	}
}
