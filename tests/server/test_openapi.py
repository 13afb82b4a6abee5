"""The HTTP interface does what its description says, whatever is asked."""

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.openapi.checks import PositiveDataAcceptance  # noqa: F401  its being there says that checks are
from schemathesis.specs.openapi.schemas import OpenApiSchema

from tests.server.processes import Serving


@pytest.fixture(scope="session")
def description(server: Serving) -> OpenApiSchema:
    return schemathesis.openapi.from_url(f"{server.base}/schema")


schema = schemathesis.pytest.from_fixture("description")


@schema.parametrize()
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_description_is_kept(case: schemathesis.Case) -> None:
    case.call_and_validate(excluded_checks=[schemathesis.checks.CHECKS.get_one("positive_data_acceptance")])
