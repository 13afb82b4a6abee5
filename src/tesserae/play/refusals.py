"""The refusals of a match, apart from those by the rules of the game."""

from tesserae.errors import Refused

SENTENCES = {
    "MA-1": "There is no seat {seat}; the seats are 0 to {last}.",
    "MA-2": "That seat is taken.",
    "MA-3": "That is not your seat.",
    "MA-4": "Only the owner of the table may do that.",
    "MA-5": "The game has begun.",
    "MA-6": "The game is not being played.",
    "MA-7": "You have no seat at this table.",
    "MA-8": "There is no open seat.",
    "MA-9": "A name has 1 to {most} characters, in one line.",
    "MA-10": "A word has at most {most} characters, in one line.",
    "MA-11": "There is no level {level}; the levels are {levels}.",
    "MA-12": "{force} is not a valid force: {why}.",
    "MA-13": "Forces are not being chosen.",
    "MA-14": "There is no step of yours to undo: the turn has ended, somebody else has acted, or something was shown.",
    "MA-15": "There is no turn of yours to take back.",
    "MA-16": "Against bots nothing can be taken back in a game with hidden information.",
    "MA-17": "A draw can be agreed only between two sides.",
    "MA-18": "Bots do not agree to a draw.",
    "MA-19": "That has already been offered.",
    "MA-20": "Your offer was declined; you can make it again once you have moved.",
    "MA-21": "Nothing of that kind is offered to you.",
    "MA-22": "That player is here, or has not been away for {seconds} seconds.",
    "MA-23": "You have already voted.",
    "MA-24": "Your time is over.",
    "MA-25": "At this table nobody else may watch.",
    "MA-26": "The result of this step appears only once it is made.",
    "MA-27": "The record can be read once the game is over.",
    "MA-28": "The game is not over.",
    "MA-29": "The next game is already at another table.",
    "MA-30": "A message has 1 to {most} characters.",
    "MA-31": "You are already ready.",
    "MA-32": "This table has no referee.",
    "MA-33": "Steps sent together must belong to one turn.",
    "MA-34": "No bot keeps a seat for you here.",
    "MA-35": "There is no moment after {moves} moves; there were {last}.",
    "MA-36": "At that moment the game was over.",
    "MA-37": "This game was played by rules of {game} that have changed since; it cannot be opened.",
}


def refuse(rule: str, **words: object) -> Refused:
    """The refusal for that reason."""
    return Refused(rule, SENTENCES[rule], **words)
