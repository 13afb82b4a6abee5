"""The table online: HTTP and WebSocket, identity, the store, and bots in worker processes."""
