"""The engine's side of the frames, for tests of the evaluator."""

import io
from struct import pack

import pyarrow as pa

from dovetail import _frames
from dovetail._frames import Payload, Reader
from dovetail._guest import Guest


def payload(frame):
    return frame[5:]


def stream(table):
    sink = io.BytesIO()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue()


class Driver:
    """Sends commands to a guest as `PairSession.java` and `InterpreterMapper.java` do, and reads its answers."""

    def __init__(self, function, sides, parameters=()):
        """`function` is a callable, which is held, or a lambda's text; `sides` a table for each role."""
        held = {} if isinstance(function, str) else {1: function}
        self.reported = []
        self.guest = Guest(held, self.reported.append)
        load = Payload()
        if isinstance(function, str):
            load.text("lambda").text("<lambda>").text(function).text("").text("<lambda>").number(1)
        else:
            load.text("held").text("f").text("1")
        load.number(len(parameters))
        for parameter in parameters:
            for text in parameter:
                load.text(text)
        load.number(len(sides))
        for role, table in sides.items():
            load.text(role)
            nested = [field.name for field in table.schema if pa.types.is_nested(field.type)]
            for names in (table.schema.names, nested):
                load.number(len(names))
                for name in names:
                    load.text(name)
        self.loaded = self.send(_frames.LOAD, load)
        for role, table in sides.items():
            self.rows = self.send(_frames.ROWS, Payload().text(role).number(0).raw(stream(table)))

    def send(self, kind, fields):
        answer = self.guest.answer(kind, payload(fields.frame(kind)))
        ((found, content),) = list(_frames.frames([answer]))
        return found, Reader(content)

    def judge(self, pairs, *, stop=True, sample=(), each=False):
        """(outcomes, failures as (index, code, message, traceback))."""
        xs, ys = [x for x, _ in pairs], [y for _, y in pairs]
        fields = Payload().number(int(stop)).number(int(each)).number(len(pairs)).number(len(sample))
        for numbers in (xs, ys, list(sample)):
            fields.raw(pack(f"<{len(numbers)}i", *numbers))
        kind, answer = self.send(_frames.JUDGE, fields)
        assert kind == _frames.VERDICTS
        outcomes = list(answer.raw(len(pairs)))
        failures = [(answer.number(), answer.text(), answer.text(), answer.text()) for _ in range(answer.number())]
        return outcomes, failures

    def mapped(self):
        """(-1, reader of the columns), or (slot, code, message, traceback)."""
        kind, answer = self.send(_frames.MAP, Payload().number(0))
        assert kind == _frames.MAPPED
        slot = answer.number()
        return (slot, answer) if slot < 0 else (slot, answer.text(), answer.text(), answer.text())

    def mapped_texts(self, name):
        """The values of the only column that was mapped, texts without NULLs."""
        slot, answer = self.mapped()
        assert slot == -1, answer
        count, columns = answer.number(), answer.number()
        assert columns == 1 and answer.text() == name and answer.text() == "text"
        assert answer.text() == "" and answer.number() == count
        text = answer.text()
        lengths = memoryview(answer.raw(answer.number())).cast("i")
        found, at = [], 0
        for length in lengths:
            found.append(text[at : at + length])
            at += length
        return found

    def close(self):
        self.guest.close()
