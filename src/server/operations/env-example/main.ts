import { writeFileSync } from 'node:fs'
import { envExample } from '#server/config/env-example.ts'

// `npm run env-example`: writes `.env.example` from the declarations of the settings.

writeFileSync(new URL('../../../../.env.example', import.meta.url), envExample())
