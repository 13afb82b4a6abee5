"""The HTTP interface does what its description says, whatever is asked."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.server.processes import Serving

MODES = [schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE]


@pytest.mark.parametrize("mode", MODES)
def test_the_description_is_kept(server: Serving, mode: schemathesis.GenerationMode) -> None:
    described = schemathesis.openapi.from_url(f"{server.base}/schema")
    operations: list[Any] = [found.ok() for found in described.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) >= 16
    for operation in operations:
        if mode is MODES[1] and not operation.body:
            continue  # there is nothing that could be wrong: any text may be the id of a table

        @settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
        @given(operation.as_strategy(generation_mode=mode))
        def keeps(case: Any) -> None:
            # What fits the description may still be refused: there is no game of that name, the seat is taken.
            case.call_and_validate(excluded_checks=[positive_data_acceptance])

        keeps()
