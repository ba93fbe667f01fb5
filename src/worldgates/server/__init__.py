"""The server: tables of people and bots over HTTP and WebSocket, kept in a database."""
