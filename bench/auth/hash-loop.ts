import { verify } from '@node-rs/argon2'
import { z } from 'zod'
import { askInLanes } from '../load.ts'

// The baseline of a sign-in: nothing but checking one password, two at a time as the shop does, in a process of its own.
const jobSchema = z.object({ hash: z.string(), password: z.string(), seconds: z.number() })

process.on('message', async (message) => {
	const { hash, password, seconds } = jobSchema.parse(message)
	process.send?.(await askInLanes({ lanes: 2, seconds }, () => verify(hash, password)))
})
