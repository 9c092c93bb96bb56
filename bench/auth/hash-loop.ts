import { verify } from '@node-rs/argon2'
import { z } from 'zod'
import { hashesAtOnce } from '#server/apis/auth/passwords/password-hasher.ts'
import { runWorkers } from '../load.ts'

// The baseline of a sign-in, in its own process: only verifies a password, with the concurrency limit of the shop.
const jobSchema = z.object({ hash: z.string(), password: z.string(), seconds: z.number() })

process.on('message', async (message) => {
	const { hash, password, seconds } = jobSchema.parse(message)
	process.send?.(await runWorkers({ workers: hashesAtOnce(), seconds }, () => verify(hash, password)))
})
