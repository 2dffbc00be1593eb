"""Runs that are broken off, and engines that go."""

import json
import os
import signal
import subprocess
import sys
import textwrap
import time

import anyio
import pyarrow as pa
import pytest

import dovetail
from dovetail import Join

X = pa.table({"id": [1, 2, 3]})


def endless(x, y):
    return any(False for _ in iter(int, 1))


def ended(engine, name):
    """How the runs of a task have ended, once one has."""
    until = time.monotonic() + 30
    while not (found := [s.error for s in engine.sessions(task=name)]):
        assert time.monotonic() < until, "it still runs"
        time.sleep(0.1)
    return found


@pytest.mark.parametrize("place", ["client", "engine"])
def test_ctrl_c_cancels_the_run(place, home, engine):
    text = f"""
        import pyarrow as pa
        from dovetail import Join
        x = pa.table({{"id": [1, 2, 3]}})
        print("begun", flush=True)
        try:
            Join(name="broken off {place}", x=x, fn=lambda a, b: any(False for _ in iter(int, 1)), python={place!r}).run()
        except KeyboardInterrupt:
            print("interrupted", flush=True)
    """
    engine.spaces()  # it has started
    script = home / f"{place}.py"
    script.write_text(textwrap.dedent(text))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, env=environment, text=True)
    assert process.stdout.readline() == "begun\n"
    time.sleep(4)  # the run is under way, whatever it is at
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    assert process.stdout.readline() == "interrupted\n"
    assert process.wait(20) == 0
    assert ended(engine, f"broken off {place}") == ["E402"]


def test_a_client_that_is_killed_cancels_its_run(home, engine):
    text = """
        import pyarrow as pa
        from dovetail import Join
        Join(name="killed", x=pa.table({"id": [1]}), fn=lambda a, b: any(False for _ in iter(int, 1)), python="client").run()
    """
    engine.spaces()
    script = home / "killed.py"
    script.write_text(textwrap.dedent(text))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen([sys.executable, str(script)], env=environment)
    time.sleep(4)
    process.kill()
    process.wait()
    assert ended(engine, "killed") == ["E402"]


@pytest.mark.parametrize("backend", ["asyncio", "trio"])
def test_the_asynchronous_client(backend):
    async def main():
        async with dovetail.AsyncClient() as engine:
            result = await engine.run(Join(x=X, fn=lambda a, b: a["id"] == b["id"]))
            table = await engine.call(result.to_arrow)
            assert table.num_rows == 3
            started = time.monotonic()
            with anyio.move_on_after(2) as scope:
                await engine.run(Join(name=f"left {backend}", x=X, fn=endless, python="client"))
            assert scope.cancelled_caught and time.monotonic() - started < 10
            until = time.monotonic() + 20
            while not (found := [s.error for s in await engine.sessions(task=f"left {backend}")]):
                assert time.monotonic() < until
                await anyio.sleep(0.1)
            assert found == ["E402"]

    anyio.run(main, backend=backend)


def test_an_engine_that_was_killed_is_started_again(home):
    client = dovetail.connect()
    client.spaces()
    (file,) = home.glob("engine-*.json")
    before = json.loads(file.read_text())
    os.kill(before["pid"], signal.SIGKILL)
    until = time.monotonic() + 10
    while os.path.exists(f"/proc/{before['pid']}") and time.monotonic() < until:
        time.sleep(0.05)
    assert Join(x=X, fn=lambda a, b: a["id"] == b["id"]).run().rows == 3
    after = json.loads(file.read_text())
    assert after["pid"] != before["pid"]
    assert file.stat().st_mode & 0o077 == 0
