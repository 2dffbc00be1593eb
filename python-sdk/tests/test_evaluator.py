"""CPython answers the engine's commands as a worker does, and holds its own thread alone to the contract."""

import ctypes
import os
import random
import secrets
import sys
import threading
import time
import uuid
from datetime import datetime
from random import random as dice
from time import time as now

import pytest

pa = pytest.importorskip("pyarrow")

from frames import Driver  # noqa: E402

from dovetail import _frames  # noqa: E402
from dovetail._frames import Payload  # noqa: E402

SMALL = pa.table({"id": [1, 2, 3]})
PAIRS = [(x, y) for x in range(3) for y in range(3)]


def helper(value):
    return 1 // value


def swallowed():
    try:
        open(os.devnull).close()
    except BaseException:
        pass
    return True


@pytest.fixture
def drive():
    drivers = []

    def make(function, sides=None, parameters=()):
        drivers.append(Driver(function, sides or {"x": SMALL, "y": SMALL}, parameters))
        return drivers[-1]

    yield make
    for driver in drivers:
        driver.close()


def verdict(drive, function, **options):
    """The first failure of a function on all pairs."""
    _, failures = Driver.judge(drive(function), PAIRS, **options)
    return failures[0][:3] if failures else None


def test_pairs_are_judged_in_order(drive):
    driver = drive(lambda x, y: x["id"] == y["id"])
    assert driver.judge(PAIRS) == ([1, 0, 0, 0, 1, 0, 0, 0, 1], [])


def test_the_first_failure_ends_the_batch_where_it_should(drive):
    driver = drive(lambda x, y: helper(x["id"] - 2) == 5)
    outcomes, failures = driver.judge(PAIRS)
    assert outcomes == [0, 0, 0, 2, 3, 3, 3, 3, 3]
    ((index, code, message, trace),) = failures
    assert (index, code, message) == (3, "E120", "ZeroDivisionError: integer division or modulo by zero")
    assert f'  File "{__file__}", line {helper.__code__.co_firstlineno + 1}, in helper\n    return 1 // value' in trace
    outcomes, failures = driver.judge(PAIRS, stop=False)
    assert outcomes == [0, 0, 0, 2, 2, 2, 0, 0, 0]
    assert [f[0] for f in failures] == [3, 4, 5]


def test_only_a_bool_is_an_answer(drive):
    assert verdict(drive, lambda x, y: 1) == (0, "E121", "returned int, not bool: 1")
    assert verdict(drive, lambda x, y: None) == (0, "E121", "returned NoneType, not bool: None")
    numpy = pytest.importorskip("numpy")
    index, code, message = verdict(drive, lambda x, y: numpy.bool_(True))
    assert (code, message.startswith("returned bool")) == ("E121", True)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda x, y: now() > 0, "time.time() reads the clock"),
        (lambda x, y: datetime.now().year > 0, "datetime.datetime.now() reads the clock"),
        (lambda x, y: datetime.today().date().today().year > 0, "datetime.datetime.today() reads the clock"),
        (lambda x, y: time.strftime("%Y") == "", "time.strftime() without a moment reads the clock"),
        (lambda x, y: time.localtime().tm_year > 0, "time.localtime() without a moment reads the clock"),
        (lambda x, y: dice() > 2, "random.random() makes a random value"),
        (lambda x, y: random.randint(1, 2) > 2, "random.randint() makes a random value"),
        (lambda x, y: random.Random().random() > 2, "random.Random() without a seed makes a random value"),
        (lambda x, y: secrets.token_hex() == "", "secrets.token_hex() makes a random value"),
        (lambda x, y: uuid.uuid4() is None, "uuid.uuid4() makes a random value"),
    ],
)
def test_what_is_not_deterministic_is_refused(drive, function, message):
    index, code, said = verdict(drive, function)
    assert (index, code) == (0, "E122")
    assert said.startswith(message)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda x, y: open(os.devnull) is None, "open() reaches a file"),
        (lambda x, y: os.path.exists("/"), "os.stat() reaches a file"),
        (lambda x, y: os.environ["PATH"] == "", "os.environ reads the environment"),
        (lambda x, y: os.getpid() == 1, "os.getpid() reaches a process"),
        (lambda x, y: threading.Thread(target=print).start() is None, "threading.Thread.start() starts a thread"),
        (lambda x, y: ctypes.CDLL(None) is None, "ctypes"),
        (lambda x, y: swallowed(), "open() reaches a file"),
        (lambda x, y: list(map(open, [os.devnull])) == [], "open() reaches a file"),
    ],
)
def test_what_reaches_outside_is_refused(drive, function, message):
    index, code, said = verdict(drive, function)
    assert (index, code) == (0, "E123")
    assert said.startswith(message)


@pytest.mark.parametrize(
    "function",
    [
        lambda x, y: time.gmtime(0).tm_year == 1970 and time.strftime("%Y", time.gmtime(0)) == "1970",
        lambda x, y: random.Random(3).random() < 2,
        lambda x, y: datetime(2024, 1, 1).date().year == 2024,
        lambda x, y: __import__("colorsys").rgb_to_hls(0, 0, 0)[0] == 0,
    ],
)
def test_what_depends_on_nothing_else_is_allowed(drive, function):
    sys.modules.pop("colorsys", None)
    assert drive(function).judge(PAIRS) == ([1] * 9, [])


def test_every_pair_is_watched_after_an_attempt(drive):
    driver = drive(lambda x, y: now() > 0)
    outcomes, failures = driver.judge(PAIRS, stop=False)
    assert outcomes == [2] * 9
    assert {f[1] for f in failures} == {"E122"}


def test_other_threads_and_other_times_are_free(drive):
    read = []
    go, end = threading.Event(), threading.Event()

    def reads_the_clock():
        go.wait()
        while not end.is_set():
            read.append((now(), dice(), os.getpid()))

    def slow(x, y):
        go.set()
        return sum(range(20_000)) < 0

    reader = threading.Thread(target=reads_the_clock)
    reader.start()
    before = now
    outcomes, failures = drive(slow).judge(PAIRS * 10)
    end.set()
    reader.join()
    assert (failures, len(read) > 0) == ([], True)
    assert time.time is before and sys.getprofile() is None and now() > 0


def test_a_change_of_mind_is_found(drive):
    seen = []

    def moody(x, y):
        seen.append(1)
        return len(seen) <= 9

    _, failures = drive(moody).judge(PAIRS, sample=[4])
    assert [f[:3] for f in failures] == [
        (4, "E122", "the function is not deterministic: first True, then False"),
    ]


def test_rows_are_read_only_and_show_what_is_declared(drive):
    assert verdict(drive, lambda x, y: x.update(id=3)) == (0, "E120", "TypeError: row arguments are read-only")
    said = verdict(drive, lambda x, y: x["name"] == 1)[2]
    assert said == "KeyError: 'name: not visible in the x row; declare it in evidence='"


def test_nested_values_of_one_pair_are_not_another_s(drive):
    table = pa.table({"id": [1], "l": [[1]]})
    driver = drive(lambda x, y: x["l"].append(1) is None and len(x["l"]) == 2, {"x": table, "y": table})
    assert driver.judge([(0, 0)] * 3) == ([1, 1, 1], [])


def test_two_runs_at_once_know_nothing_of_each_other(drive):
    one, two = drive(lambda x, y: x["id"] == 1), drive(lambda x, y: now() > 0)
    assert two.judge(PAIRS)[1][0][1] == "E122"
    assert one.judge([(0, 0)]) == ([1], [])


def test_parameters_arrive_as_values(drive):
    driver = drive(
        lambda x, y, n, d: x["id"] == n and d.year == 2024,
        parameters=[("d", "DATE", '["date", 19723]'), ("n", "int", "2")],
    )
    assert driver.judge([(0, 0), (1, 0)]) == ([0, 1], [])


def test_a_text_is_loaded_under_guard(drive):
    driver = drive("lambda x, y: x['id'] == y['id']")
    assert driver.loaded[0] == _frames.DONE
    assert driver.judge([(0, 0), (0, 1)]) == ([1, 0], [])
    fields = Payload().text("module").text("f").text("import time\nT = time.time()\n").text("").text("m.py").number(1)
    kind, answer = driver.send(_frames.LOAD, fields.number(0).number(0))
    assert (kind, answer.text()) == (_frames.PROBLEM, "E122")
    assert answer.text().startswith("while the function was loaded, time.time() reads the clock")
    assert answer.text() == "m.py:2"


def test_what_python_has_no_value_for_is_refused_by_row(drive):
    for column, what in (
        (pa.array([0, 2**40], pa.timestamp("s")), "a timestamp outside the years 1 to 9999"),
        (pa.array([0, 2**30], pa.date32()), "a date outside the years 1 to 9999"),
        (pa.array([0, 1], pa.time64("ns")), "a time of day with nanoseconds"),
        (pa.array([0, 1], pa.duration("ns")), "a duration with nanoseconds"),
        (pa.array([[0], [0, 1]], pa.list_(pa.duration("ns"))), "a duration with nanoseconds"),
    ):
        kind, answer = drive(lambda row: row, {"input": pa.table({"c": column})}).rows
        assert kind == _frames.PROBLEM
        assert (answer.text(), answer.text(), answer.text()) == (
            "E213",
            f"column 'c' holds {what}, which Python has no value for",
            "1",
        )


def test_keys_are_equal_as_python_says(drive):
    table = pa.table({"k": [1.0, 2.0, 1.0, float("nan"), float("nan")]})
    driver = drive(lambda row: [row["k"]], {"x": table})
    driver.send(_frames.BEGIN_KEYS, Payload())
    kind, answer = driver.send(_frames.KEYS, Payload().text("x").number(0))
    assert (kind, answer.number()) == (_frames.IDS, -1)
    assert [answer.text() for _ in range(3)] == ["", "", ""]
    ids = memoryview(answer.raw(answer.number())).cast("q").tolist()
    assert ids[0] == ids[2] and len(set(ids)) == 4


def test_a_mapping_of_two_types_names_the_row(drive):
    driver = drive(lambda row: {"a": row["id"] if row["id"] < 2 else "two"}, {"input": SMALL})
    assert driver.mapped()[:2] == (1, "E129")


def test_a_thread_that_judges_can_be_ended(drive):
    driver = drive(lambda x, y: any(False for _ in iter(int, 1)))
    ended = []

    def judge():
        try:
            driver.judge(PAIRS)
        except BaseException as error:
            ended.append(type(error))

    thread = threading.Thread(target=judge, daemon=True)
    thread.start()
    while driver.guest.stretch is None:
        time.sleep(0.01)
    assert driver.guest.stretch == (0, 1)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(driver.guest.stopped()))
    thread.join(10)
    assert ended == [driver.guest.stopped()]


def test_frames_may_arrive_in_any_pieces():
    whole = Payload().text("é").frame(_frames.FORGET) + Payload().frame(_frames.DONE)
    for size in (1, 2, 7, 63):
        pieces = [whole[at : at + size] for at in range(0, len(whole), size)]
        assert [kind for kind, _ in _frames.frames(pieces)] == [_frames.FORGET, _frames.DONE]
    with pytest.raises(_frames.NoFrame):
        list(_frames.frames([b"\xff" * 8]))
