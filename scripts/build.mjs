// `npm run build` does what `npm start` does before it starts the shop, for a server where a service manager starts it.
import { prepare } from './setup/prepare.mjs'
import { runScript } from './setup/trouble.mjs'

await runScript(async () => {
	await prepare({ pages: true })
	return 0
})
