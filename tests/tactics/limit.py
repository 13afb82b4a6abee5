"""How long a proof may take."""


class Undecided(Exception):
    """A proof that takes more steps than it may."""


class Limit:
    """Steps that are left."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise Undecided
