"""The metrics for Prometheus."""

from prometheus_client import Counter, Gauge, Histogram

SOCKETS = Gauge("tesserae_sockets", "Connected clients")
TABLES = Gauge("tesserae_tables", "Loaded tables")
MESSAGES = Counter("tesserae_messages", "Messages from clients")
REFUSALS = Counter("tesserae_refusals", "Refused requests and messages", ["code"])
EVENTS = Counter("tesserae_events", "Events written")
COMMITS = Histogram(
    "tesserae_commit_seconds",
    "Time to write a batch",
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2),
)
THOUGHTS = Counter("tesserae_thoughts", "Choices of bots")
KEPT = Counter("tesserae_thoughts_kept", "Choices of bots that went on from their last search")
