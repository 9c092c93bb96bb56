import { NotFound, notFoundMeta } from '#web/frame/not-found.tsx'

export const meta = notFoundMeta

/** Rendered once as `/404`. The server sends it for every unknown address, so nothing in it may depend on the address. */
export default NotFound
