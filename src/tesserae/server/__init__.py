"""The server: HTTP and WebSocket, identity, the store, and bots in worker processes."""
