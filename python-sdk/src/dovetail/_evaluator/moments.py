"""Timestamps finer than a datetime."""

from datetime import date, datetime, timedelta

ZERO = timedelta(0)


class NsDatetime(datetime):
    """A datetime that keeps the nanoseconds below its microsecond, and compares by them.

    Differences are timedeltas, which count microseconds: what lies below is left out.
    """

    __slots__ = ("_nanosecond",)

    def __new__(cls, *args, nanosecond=0, **kwargs):
        made = datetime.__new__(cls, *args, **kwargs)
        made._nanosecond = nanosecond
        return made

    @property
    def nanosecond(self):
        return self._nanosecond

    def __eq__(self, other):
        if not isinstance(other, datetime):
            # left to a date's own comparison, midnight of a subclass would equal the day; no datetime does
            return False if isinstance(other, date) else NotImplemented
        return datetime.__eq__(self, other) and self._nanosecond == getattr(other, "nanosecond", 0)

    def __ne__(self, other):
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    def __hash__(self):
        whole = datetime.__hash__(self)
        return hash((whole, self._nanosecond)) if self._nanosecond else whole

    def _order(self, other):
        """Negative, zero or positive; None where the two are not comparable."""
        if not isinstance(other, datetime):
            if isinstance(other, date):
                raise TypeError("can't compare datetime to date")
            return None
        if (self.utcoffset() is None) != (other.utcoffset() is None):
            raise TypeError("can't compare offset-naive and offset-aware datetimes")
        apart = datetime.__sub__(self, other)
        if apart != ZERO:
            return 1 if apart > ZERO else -1
        return self._nanosecond - getattr(other, "nanosecond", 0)

    def __lt__(self, other):
        order = self._order(other)
        return NotImplemented if order is None else order < 0

    def __le__(self, other):
        order = self._order(other)
        return NotImplemented if order is None else order <= 0

    def __gt__(self, other):
        order = self._order(other)
        return NotImplemented if order is None else order > 0

    def __ge__(self, other):
        order = self._order(other)
        return NotImplemented if order is None else order >= 0

    def _with_nanosecond(self, moment):
        if isinstance(moment, NsDatetime):
            moment._nanosecond = self._nanosecond
        return moment

    def __add__(self, other):
        return self._with_nanosecond(datetime.__add__(self, other))

    __radd__ = __add__

    def __sub__(self, other):
        return self._with_nanosecond(datetime.__sub__(self, other))

    def replace(self, *args, nanosecond=None, **kwargs):
        moment = datetime.replace(self, *args, **kwargs)
        moment._nanosecond = self._nanosecond if nanosecond is None else nanosecond
        return moment

    def astimezone(self, tz=None):
        return self._with_nanosecond(datetime.astimezone(self, tz))

    def __repr__(self):
        plain = datetime.__repr__(self).replace(type(self).__qualname__, "datetime.datetime", 1)
        plain = plain[plain.index("datetime.datetime") :]
        return f"{plain[:-1]}, nanosecond={self._nanosecond})" if self._nanosecond else plain

    def __reduce_ex__(self, protocol):
        rest = (self.year, self.month, self.day, self.hour, self.minute, self.second, self.microsecond, self.tzinfo)
        return _rebuilt, (rest, self.fold, self._nanosecond)


def _rebuilt(parts, fold, nanosecond):
    return NsDatetime(*parts, fold=fold, nanosecond=nanosecond)
