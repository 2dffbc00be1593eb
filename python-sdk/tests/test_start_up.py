"""The start-up caches are made once, in the background, and only then used."""

import os
import pathlib
import time

import pytest

from dovetail import _launch, _start_up, errors

RELEASE = 'JAVA_VERSION="25.0.1"'
FLAG = "-Dx=a b\\c\"d'"


@pytest.fixture
def caches(tmp_path, monkeypatch):
    train = tmp_path / "train"
    train.write_text('echo "$1" >>"$(dirname "$0")/trained"\nsleep 0.5\ntouch "$3/engine.aot" "$3/worker.aot"\n')
    monkeypatch.setattr(_start_up, "TRAIN", str(train))
    monkeypatch.delenv(_start_up.VARIABLE, raising=False)
    return _start_up.Caches(str(tmp_path), RELEASE)


def trainings(caches):
    file = pathlib.Path(caches.folder).with_name("trained")
    return len(file.read_text().splitlines()) if file.exists() else 0


def awaited(caches):
    until = time.monotonic() + 20
    while not os.path.exists(caches.folder):
        assert time.monotonic() < until
        time.sleep(0.05)


def test_they_are_made_once_and_then_used(caches):
    assert not any(".aot" in flag for flag in caches.flags())
    for _ in range(3):
        caches.make_in_background("java", [FLAG])
    assert not os.path.exists(caches.folder), "nobody waits for it"
    awaited(caches)
    caches.make_in_background("java", [FLAG])
    assert trainings(caches) == 1
    assert (pathlib.Path(caches.folder) / "java.args").read_text() == '"-Dx=a b\\\\c\\"d\'"\n'
    used = [flag for flag in caches.flags() if flag.endswith(".aot")]
    assert used == [
        f"-XX:AOTCache={caches.folder}/engine.aot",
        f"-Ddovetail.worker.aot={caches.folder}/worker.aot",
    ]
    other = _start_up.Caches(os.path.dirname(caches.folder), RELEASE + "1")
    assert not any(".aot" in flag for flag in other.flags()), "another runtime has others"


def test_a_training_that_was_killed_is_begun_again(caches):
    unfinished = caches.folder + ".unfinished"
    os.mkdir(unfinished)
    caches.make_in_background("java", [])
    os.utime(unfinished, (time.time() - 1000, time.time() - 1000))
    assert trainings(caches) == 0
    caches.make_in_background("java", [])
    awaited(caches)
    assert trainings(caches) == 1


def test_they_can_be_left_out(caches, monkeypatch):
    monkeypatch.setenv(_start_up.VARIABLE, "off")
    caches.make_in_background("java", [])
    assert not os.path.exists(caches.folder + ".unfinished")


def test_a_cache_folder_that_cannot_be_made_is_told(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    with pytest.raises(errors.E201, match="XDG_CACHE_HOME"):
        _launch._cache()
