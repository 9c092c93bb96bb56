import { afterAll } from 'vitest'
import { createWorld } from '#test/world.ts'
import { sign } from './stand-ins.ts'

// The servers that the suite expects: one where accounts need no confirmation, one where they do, and one that is closed to
// sign-ups. Their API keys are signed with a shared secret.
const legacyJwtSecret = 'a-shared-secret-of-the-official-suite'
const open = await createWorld({
	auth: { anonymousUsers: true, mailerAutoconfirm: true },
	phone: {},
	legacyJwtSecret,
})
const confirming = await createWorld({ phone: {}, legacyJwtSecret })
const closed = await createWorld({ auth: { signUpsOpen: false }, legacyJwtSecret })
Object.assign(globalThis, {
	jsonwebtoken: { sign },
	officialSuite: {
		open: `${open.url}/auth/v1`,
		confirming: `${confirming.url}/auth/v1`,
		closed: `${closed.url}/auth/v1`,
		key: sign({ role: 'anon', iss: 'supabase-demo' }, legacyJwtSecret),
		secretKey: sign({ role: 'service_role', iss: 'supabase-demo' }, legacyJwtSecret),
		secret: legacyJwtSecret,
	},
})
afterAll(async () => {
	for (const world of [open, confirming, closed]) await world.close()
})
