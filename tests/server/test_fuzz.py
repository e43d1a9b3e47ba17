"""Random requests and messages: the answer is always one of the protocol's, and nothing breaks."""

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parlour.server.wire.reading import parse
from parlour.server.wire.refused import Malformed
from parlour.server.wire.schema import schema
from tests.day import DRILLS
from tests.server.house import House
from tests.server.live import Live

if TYPE_CHECKING:
    import schemathesis

CALM = settings(max_examples=30 if DRILLS else 3, deadline=None, database=None, suppress_health_check=list(HealthCheck))
SCALAR = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
NAMES = st.sampled_from(
    ["id", "type", "match", "question", "actions", "person", "to", "bot", "options", "data", "name", "avatar", "sent"]
)
LIBRARY = re.compile(r"Input should|Extra inputs|Field required|(String|List|Dictionary|Value) should|valid (integer|string)")
KINDS = st.sampled_from([*sorted(schema()["$defs"]["ClientMessage"]["discriminator"]["mapping"]), "fly"])
FORMS = st.dictionaries(
    NAMES, SCALAR | st.lists(SCALAR, max_size=3) | st.dictionaries(st.text(max_size=4), SCALAR, max_size=3), max_size=6
)


@pytest.mark.long
def test_the_http_part_keeps_its_description(live: Live) -> None:
    # Here, because no other test needs what takes every process a second and a half to import.
    import schemathesis  # noqa: PLC0415
    from schemathesis.checks import not_a_server_error  # noqa: PLC0415
    from schemathesis.core.result import Ok  # noqa: PLC0415
    from schemathesis.specs.openapi import checks as kept  # noqa: PLC0415

    schema = schemathesis.openapi.from_url(f"{live.url}/openapi.json")
    checks = [not_a_server_error, kept.status_code_conformance, kept.content_type_conformance, kept.response_schema_conformance]
    operations = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    assert len(operations) == 46
    for operation in operations:
        strategy = operation.as_strategy()

        @CALM
        @given(case=strategy)
        def check(case: "schemathesis.Case[Any]") -> None:
            case.call_and_validate(checks=checks)

        check()


@settings(CALM, max_examples=150)
@given(kind=KINDS, form=FORMS, valid_id=st.booleans())
def test_whatever_is_sent_is_refused_or_done_and_the_room_goes_on(kind: str, form: dict[str, object], valid_id: bool) -> None:
    house = House()
    ana, ben, _ = house.seated(3)
    message = {**form, "type": kind, **({"id": "x"} if valid_id else {})}
    try:
        parsed = parse(json.dumps(message))
    except Malformed as malformed:
        complaint = malformed.message
    else:
        complaint = ""
        house.take(house.room.receive(ana.number, parsed, house.now))
    assert not LIBRARY.search(complaint), "our own words"
    if kind == "close" and ana.got[-1]["type"] == "closed":  # the host may end it all
        assert ben.got[-1]["type"] == "closed"
        return
    assert ana.got[-1]["type"] in ("done", "refused", "planned", "because", "time", "table", "view", "handed")
    answer = ben.play()
    if kind == "pause" and answer["type"] == "refused":  # the host may have the match stand still
        assert answer["code"] == "paused"
    else:
        assert answer["type"] == "done"
