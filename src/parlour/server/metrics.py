"""The room's figures for Prometheus, on a port of their own (`parlour serve --metrics-port`). They hold no secret and no name."""

from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Histogram, start_http_server
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from parlour.server.meters import MeteredHub, Meters

MOVE = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)  # upper bounds, in seconds
WRITE = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2.0)
GROUP = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)  # records


class Metrics(Meters):
    """Counts in a registry of its own, and answers Prometheus on `port` (0 takes a free one) until `close`. Raises OSError."""

    on = True

    def __init__(self, host: str, port: int) -> None:
        self.registry = CollectorRegistry()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self.registry)
        self._moves = Counter("parlour_moves", "Steps of matches that are durable.", registry=self.registry)
        self._refusals = Counter("parlour_refusals", "Requests that were refused.", ["code"], registry=self.registry)
        self._move = Histogram(
            "parlour_move_seconds", "From a message to its steps, durable and told.", buckets=MOVE, registry=self.registry
        )
        self._write = Histogram("parlour_write_seconds", "A commit of the store.", buckets=WRITE, registry=self.registry)
        self._group = Histogram("parlour_write_records", "Records in a commit.", buckets=GROUP, registry=self.registry)
        self._thought = Histogram("parlour_bot_seconds", "Bots or the clock playing.", buckets=MOVE, registry=self.registry)
        self._lag = Histogram(
            "parlour_loop_lag_seconds", "How late the event loop comes to what is due.", buckets=MOVE, registry=self.registry
        )
        try:
            self._server, self._thread = start_http_server(port, host, self.registry)
        except OSError as error:
            raise OSError(error.errno, f"cannot answer for metrics on {host}:{port}: {error.strerror}") from None
        self.port: int = self._server.server_port

    def moved(self, seconds: float, steps: int) -> None:
        self._moves.inc(steps)
        self._move.observe(seconds)

    def wrote(self, seconds: float, records: int) -> None:
        self._write.observe(seconds)
        self._group.observe(records)

    def thought(self, seconds: float) -> None:
        self._thought.observe(seconds)

    def refused(self, code: str) -> None:
        self._refusals.labels(code).inc()

    def lagged(self, seconds: float) -> None:
        self._lag.observe(seconds)

    @contextmanager
    def looking_at(self, hub: MeteredHub) -> Iterator[None]:
        looker = Looker(hub)
        self.registry.register(looker)
        try:
            yield
        finally:
            self.registry.unregister(looker)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class Looker(Collector):
    """Looks at the house whenever Prometheus asks."""

    HELP = {  # noqa: RUF012 -- read alone
        "tables_in_memory": "Tables that somebody is at, or was a moment ago.",
        "people": "Persons who are connected.",
        "sockets": "WebSockets that are open.",
        "store_queue": "Writes that wait for the store.",
        "outbox": "Messages that wait for a socket to take them.",
        "given_up": "Tables at fault that were dropped, to be loaded anew, since the start.",
        "pool_waiting": "Calls that wait for a process of the pool: thought, counsel, advice and studies.",
        "pool_working": "Processes of the pool that are at work.",
        "pool_died": "Processes of the pool that died or were ended at a call, since the start.",
    }

    def __init__(self, hub: MeteredHub) -> None:
        self.hub = hub

    def describe(self) -> Iterator[Metric]:
        return iter(())

    def collect(self) -> Iterator[Metric]:
        for name, value in self.hub.figures().items():
            yield GaugeMetricFamily(f"parlour_{name}", self.HELP[name], value=value)
        tables = GaugeMetricFamily("parlour_tables", "Tables in the store.", labels=["status"])
        for status, count in self.hub.tables_by_status().items():
            tables.add_metric([status], count)
        yield tables
