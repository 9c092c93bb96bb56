import { verify } from '@node-rs/argon2'
import { z } from 'zod'
import { hashesAtOnce } from '#server/apis/auth/passwords/password-hasher.ts'
import { askInLanes } from '../load.ts'

// The baseline of a sign-in: nothing but checking one password, as many at a time as in the shop, in a process of its own.
const jobSchema = z.object({ hash: z.string(), password: z.string(), seconds: z.number() })

process.on('message', async (message) => {
	const { hash, password, seconds } = jobSchema.parse(message)
	process.send?.(await askInLanes({ lanes: hashesAtOnce, seconds }, () => verify(hash, password)))
})
