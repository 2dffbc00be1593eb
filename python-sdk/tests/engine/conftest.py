"""A real local engine, one for all tests here, started by the package itself in a home of its own."""

import pytest

import dovetail
from dovetail import _http, _launch


@pytest.fixture(scope="session", autouse=True)
def home(tmp_path_factory):
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DOVETAIL_HOME", str(folder))
        # short idle times end it soon after the tests
        command = _launch.command
        patch.setattr(_launch, "command", lambda arguments: command([*arguments, "--idle", "60s"]))
        yield folder
    _http._locals.clear()


@pytest.fixture
def engine():
    with dovetail.connect() as client:
        yield client
