"""Lists of names as people paste them, from messages and sheets: clean names, and who of them is registered."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import pairwise

from plancia_archive.people.register import People, normalise_name, similar_names
from plancia_data import languages, messages

UNSEEN = ("Cc", "Cf", "Cn", "Co", "Cs", "Sk", "So")  # categories of pictures, and of marks that direct or join letters
APOSTROPHES = str.maketrans("’‘`´ʼ", "'" * 5, "\ufe0e\ufe0f\u20e3")
CLOCK = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?\s?m\.?)?"
DAY = r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}"
STAMP = re.compile(rf"\[?\s*(?:{DAY},?\s+(?:\w+\s+)?{CLOCK}|{CLOCK},?\s+{DAY})\s*\]?\s*[-–—:]?\s*", re.IGNORECASE)
SENDER = re.compile(r"\W*([^:\[\]]{1,60}?)\s*(?::\s+|:$)")
STRUCK = re.compile(r"\W*~\s*\w[^~]*~\W*")
MARKUP = str.maketrans("*_~`", " " * 4)  # bold, italic and struck letters of messages
LEAD = re.compile(r"[^\w'(]*(?:\(?(?:n[.°]?\s?)?\d{1,3}(?!\d|[:/.]\d)(?:[ao°](?!\w))?\)?[^\w'(]*)?", re.IGNORECASE)
TAIL = re.compile(rf"(?:[\s,;:-]+(?:{CLOCK}|\+?\d[\d\s./-]{{6,}}\d)|[^\w.')?]+|(?<=\w{{3}})\.+)+\Z")
NEXT_NUMBER = re.compile(r"(?<=\w)\s+\d{1,2}\s?[.)]\s+(?=\w)")
ASIDE = re.compile(r"\s*\(([^()]*)\)")
SENTENCE = re.compile(r"[?!@:]|\S\s.*\s.*\d|https?:|www\.")
ACCENTED = str.maketrans("aeiouAEIOU", "àèìòùÀÈÌÒÙ")
MAX_WORDS = 5  # of a name
MAX_LINE = 1000  # letters; a longer line is no list of names
MAX_PASSES = 6  # over what stands around a name


@dataclass
class PastedName:
    """A name of a list: the line that it was in, the name, and why it is not clear, "" where it is.

    `doubt` is `comma` (one person or several, the `parts`), `text` (perhaps no name), `unsure`, `absent` or `struck`;
    a line without a name is `left-out`. `answer` is what somebody chose about it, one of `Entrant.answers`.
    """

    source: str
    name: str
    doubt: str = ""
    parts: tuple[str, ...] = ()
    answer: str = ""


@dataclass
class Entrant:
    """A name of a list beside the register: `known`, `new`, `entered` already, `out`, `left-out`, or `unclear`.

    `person` is a reference. Where it is unclear, `question` says why, and `alike` has those who may be meant.
    """

    pasted: PastedName
    state: str
    person: str = ""
    question: str = ""
    alike: list[str] = field(default_factory=list)
    other: str = ""  # the name in the list that this one is like

    @property
    def answers(self) -> list[str]:
        """The answers to the question: references, `new` for somebody new, `split` into the parts, `out`."""
        people = [self.person, *self.alike] if self.person else [*self.alike, "new"]
        return ["out"] if self.question == "twice" else [*people, *(["split"] if self.pasted.parts else []), "out"]


@cache
def listed(key: str) -> frozenset[str]:
    """Returns the words or phrases of a list in `entrants_LANG.toml`, of all languages, without case and accents."""
    texts = [messages("entrants", lang)[key] for lang in languages()]
    return frozenset(
        one.strip().casefold() if "|" in text else normalise_name(one)
        for text in texts for one in (text.split("|") if "|" in text else text.split())
    )  # fmt: skip


@cache
def phrase(key: str) -> re.Pattern[str]:
    """Returns the pattern of a phrase of a list at the end or the beginning of a text."""
    words = "|".join(re.escape(one) for one in sorted(listed(key), key=len, reverse=True))
    return re.compile(rf"\A(?:{words})(?!\w)[\s,.;!]*|(?:^|[\s,.;-]+)(?:{words})[\s.!?]*\Z", re.IGNORECASE)


@cache
def separator() -> re.Pattern[str]:
    """Returns the pattern of what stands between two names of a line; its group is there between people only."""
    words = "|".join(sorted(listed("and")))
    return re.compile(rf"\s*(?:[,;/|\t•]|\s[-–—]\s|([&+]|(?<=\w)\s(?:{words})\s(?=\w)))\s*")


def read_names(text: str) -> list[PastedName]:
    """Returns the names of a pasted text, line by line, cleaned of what messages put around them."""
    return [name for line in text.splitlines() if line.strip() for name in read_line(line)]


def read_line(line: str) -> list[PastedName]:
    """Returns the names of a line; one that has none is `left-out`."""
    source = " ".join(line.split())
    if len(source) > MAX_LINE:
        return [PastedName(source[:MAX_LINE], source[:MAX_LINE], "text")]
    text = without_pictures(line).strip()
    stamp = STAMP.match(text)
    text = text[stamp.end() :] if stamp else text
    doubt = "struck" if STRUCK.fullmatch(text) else ""
    text = text.translate(MARKUP)
    sender = SENDER.match(text)
    body = text[sender.end() :] if sender else text
    if stamp and not sender:  # what the program of messages says, as that somebody was added
        return [PastedName(source, " ".join(text.split()), "text" if any(map(str.isalpha, text)) else "left-out")]
    names, is_one_or_two = names_in(body)
    if sender and not names and is_said(body) and (stamp or not says_list(sender[1])):
        names, is_one_or_two = names_in(sender[1])
    if is_one_or_two:
        (first, doubts), (second, _) = names
        whole = f"{second} {first}" if "," in body else f"{first} ({second})"
        return [PastedName(source, spelt(whole), doubt or doubts or "comma", (spelt(first), spelt(second)))]
    whys = [doubt or said or ("text" if is_text(name) else "") for name, said in names]
    read = [
        PastedName(source, name if said == "text" else spelt(name), said)
        for (name, _), said in zip(names, whys, strict=True)
    ]
    return read or [PastedName(source, "", "left-out")]


def without_pictures(text: str) -> str:
    """Returns a text without pictures, invisible marks and styled letters."""
    text = text.translate(APOSTROPHES)
    letters = (" " if unicodedata.category(one) in ("So", "Sk") else one for one in unicodedata.normalize("NFKC", text)
               if one == "\t" or unicodedata.category(one) not in UNSEEN[:5])  # fmt: skip
    return "".join(letters)


def is_said(text: str) -> bool:
    """Returns whether a text has no name, and says no more than that somebody comes or does not."""
    return not any(letter.isalpha() for letter in trimmed(text)[0])


def says_list(text: str) -> bool:
    """Returns whether a text has a word of the headings of lists."""
    return any(word in listed("lists") for word in normalise_name(text).split())


def trimmed(text: str) -> tuple[str, str]:
    """Returns a text without number, bullet, time and what is said of a person; and the doubt that this raises."""
    doubt = ""
    for _ in range(MAX_PASSES):
        before = text
        text = TAIL.sub("", LEAD.sub("", text, count=1)).strip()
        for kind in ("absent", "unsure", "present"):
            rest = phrase(kind).sub("", ASIDE.sub(partial(without_saying, kind), text)).strip()
            if rest != text:
                text, doubt = rest, doubt or ("" if kind == "present" else kind)
        if text == before:
            break
    if text.endswith("?"):
        text, doubt = text.rstrip("? "), doubt or "unsure"
    return text, doubt


def without_saying(kind: str, aside: re.Match[str]) -> str:
    """Returns a parenthesis, "" where it says no more than what a list of phrases has, or a number."""
    return aside[0] if phrase(kind).sub("", aside[1]).strip(" +?!0123456789") else ""


def names_in(text: str) -> tuple[list[tuple[str, str]], bool]:
    """Returns the names of a text, each with the doubt about it; and whether two of them may be one person's.

    Pieces at commas are people where each has two words or there are three; else the surname may stand first, as it may
    before first names alone (De Luca, Maria Grazia).
    """
    text = NEXT_NUMBER.sub(" & ", text)
    marks = [match[1] for match in separator().finditer(text)]
    names = [trimmed(piece) for piece in separator().split(text)[::2]]
    names = [(name, said) for name, said in names if any(letter.isalpha() for letter in name)]
    is_pair = len(names) == 2 and not any(marks)
    return names, is_pair and (not all(" " in name for name, _ in names) or all(given_words(names[1][0].split())))


def given_words(words: Sequence[str]) -> list[bool]:
    """Returns for each word of a name whether it is a first name, and no part of a surname such as De Luca."""
    parts = ["", *(normalise_name(word) for word in words)]
    return [part in listed("given") and before not in listed("particles") for before, part in pairwise(parts)]


def is_text(name: str) -> bool:
    """Returns whether something is rather a heading or a sentence than a name."""
    words = name.split()
    is_long = len(words) > MAX_WORDS or (len(words) > 3 and not any(given_words(words)))
    return is_long or says_list(name) or SENTENCE.search(name) is not None


def spelt(name: str, surname_first: bool = False) -> str:
    """Returns a name as it is written in a register: Bruno Galli for GALLI BRUNO, Teresa D'Amico for d'amico teresa.

    The surname goes last where the first names are known ones, or capitals or a heading (`surname_first`) tell it.
    """
    name = " ".join(name.split())
    aside = re.search(r"\s*\([^()]*\)\Z", name)
    words = name[: aside.start()].split() if aside else name.split()
    loud = [len(word) > 2 and word.isupper() for word in words]
    is_given = given_words(words)
    last = next((place for place, given in enumerate(reversed(is_given)) if not given), len(words) - 1)
    if any(loud) and not all(loud):
        shouted = loud.index(False)  # FERRI Anna
        last = len(words) - shouted if shouted and not any(loud[shouted:]) else 0
    elif surname_first:
        last = max(1, min(last, len(words) - 1))
    elif is_given[:1] == [True]:
        last = 0
    if 0 < last < len(words):
        words, loud = words[-last:] + words[:-last], loud[-last:] + loud[:-last]
    if " ".join(words).isupper() or " ".join(words).islower():
        loud = [True] * len(words)
    words = [
        capitalised(word) if is_loud or (word.islower() and word not in listed("particles")) else word
        for word, is_loud in zip(words, loud, strict=True)
    ]
    return " ".join([*words, *([aside[0].strip()] if aside else [])])


def capitalised(word: str) -> str:
    """Returns a word with capitals at its beginnings only, and an accent for the apostrophe of NICOLO'."""
    word = re.sub(r"(?<=\w{2})([aeiouAEIOU])'\Z", lambda match: match[1].translate(ACCENTED), word)
    return re.sub(r"[^\W\d_]+", lambda match: match[0][0].upper() + match[0][1:].lower(), word)


def recognise(people: People, names: Iterable[PastedName], entered: Iterable[str] = ()) -> list[Entrant]:
    """Returns each name of a list beside the register; `entered` are the references of those who have entered."""
    entrants: list[Entrant] = []
    there, spellings = set(entered), people.all_spellings()
    seen: dict[str, str] = {}  # known people, and plain names of new ones, with the name as it stands in the list
    for pasted in names:
        entrant, plain = recognised(people, pasted, spellings), normalise_name(pasted.name)
        if entrant.state in ("known", "new") and (entrant.person or plain) in seen:
            entrant = Entrant(pasted, "unclear", question="twice")
        elif entrant.state == "new" and pasted.answer != "new" and (like := alike(plain, list(seen))):
            entrant = Entrant(pasted, "unclear", question="listed", other=seen[like[0]])
        elif entrant.state == "known" and entrant.person in there:
            entrant.state = "entered"
        if entrant.state not in ("out", "left-out"):
            seen.setdefault(entrant.person or plain, pasted.name)
        entrants.append(entrant)
    return entrants


def recognised(people: People, pasted: PastedName, spellings: Sequence[tuple[str, str]]) -> Entrant:
    """Returns a name beside the register alone; `spellings` are all plain names, with the references."""
    if not pasted.name:
        return Entrant(pasted, "left-out")
    person, plain = people.find(pasted.name), normalise_name(pasted.name)
    matches = set(alike(plain, [spelling for spelling, _ in spellings], fuzzy=person is None))
    others = list(dict.fromkeys(one for spelling, one in spellings if spelling in matches and one != person))
    question = pasted.doubt if pasted.doubt != "comma" or person is None else ""
    question = question or (("namesake" if person else "alike") if others else "")
    entrant = Entrant(pasted, "unclear" if question else "known" if person else "new", person or "", question, others)
    if pasted.answer == "out":
        entrant.state = "out"
    elif pasted.answer in entrant.answers and pasted.answer != "split":
        entrant.person = "" if pasted.answer == "new" else pasted.answer
        entrant.state = "known" if entrant.person else "new"
    return entrant


def alike(plain: str, others: Sequence[str], fuzzy: bool = True) -> list[str]:
    """Returns those of other plain names that may be the same person's: similar ones, or with words more or less.

    Without `fuzzy` those alone that say more than this one, as that of a namesake does: Marco Bianchi (Bari).
    """
    words, near = set(plain.split()), set(similar_names(plain, others)) if fuzzy else set()
    return [other for other in others
            if other in near or words < set(other.split()) or (fuzzy and words > set(other.split()))]  # fmt: skip
