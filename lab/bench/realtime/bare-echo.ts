import { WebSocketServer } from 'ws'

// The baseline of the Realtime API: a server that sends every message back to its sender, in its own process.
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
server.on('listening', () => process.send?.(server.address()))
server.on('connection', (socket) => {
	socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }))
})
