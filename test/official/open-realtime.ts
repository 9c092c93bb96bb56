import { afterAll } from 'vitest'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { createWorld } from '#test/world.ts'
import { sign } from './stand-ins.ts'

// The server that the suite expects: accounts need no confirmation, keys are signed with a shared secret, and signed-in users may use
// private channels whose names contain “channel”.
const secret = 'a-shared-secret-of-the-official-suite'
const world = await createWorld({ auth: { mailerAutoconfirm: true }, legacyJwtSecret: secret })
await runAsSuperuser(
	world,
	`create policy suite_reads on realtime.messages for select to authenticated using (realtime.topic() like '%channel%');
	create policy suite_sends on realtime.messages for insert to authenticated with check (realtime.topic() like '%channel%')`,
)
Object.assign(globalThis, {
	officialSuite: { url: world.url, key: sign({ role: 'anon', iss: 'supabase-demo' }, secret), secret },
})
afterAll(() => world.close())
