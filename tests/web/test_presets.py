"""Presets: one choice in front of all single rules, on the home page and for a new table."""

import re

import pytest
from playwright.sync_api import expect

from tesserae.games import games
from tesserae.games.game import Game, Preset
from tests.web.conftest import People
from tests.web.people import Person
from tests.web.test_catalogue import LANGUAGES, catalogue

ALL = [(game.name, preset) for game in games() for preset in game.presets]


def options_of_the_table(someone: Person) -> dict[str, object]:
    """Of the table that the browser has come to."""
    someone.page.wait_for_url(re.compile("/t/"))
    found: dict[str, object] = someone.page.evaluate(
        "async () => (await (await fetch(`/api/tables/${location.pathname.split('/').pop()}`)).json()).options"
    )
    return found


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_every_preset_starts_from_the_home_page(person: People, game: Game) -> None:
    ada = person()
    words = catalogue("en", game.name)
    for preset in game.presets:
        ada.page.goto("/")
        ada.page.get_by_label(f"{words['title']}: Variant", exact=True).select_option(words[f"preset.{preset.name}"])
        ada.page.get_by_role("button", name=f"{words['title']}: One screen", exact=True).click()
        assert options_of_the_table(ada) == dict(preset.options), preset.name


def test_a_preset_is_taken_along_to_the_options_and_sets_them(person: People) -> None:
    ada = person()
    ada.page.goto("/")
    ada.page.get_by_label("Consequence: Variant").select_option("Open push-offs")
    ada.page.get_by_role("link", name="Consequence: Options …").click()
    chosen = ada.page.get_by_role("radio", name="Open push-offs")
    expect(chosen).to_be_checked()
    ada.page.get_by_text("Single rules").click()
    expect(ada.page.locator("#option-reveal_pushed")).to_have_value("both")
    ada.page.locator("#option-row_min").select_option("2")
    expect(chosen).not_to_be_checked()  # it is not that preset any more
    ada.page.locator("#option-row_min").select_option("1")
    expect(chosen).to_be_checked()
    ada.page.get_by_role("radio", name="With memory aid").check()
    expect(ada.page.locator("#option-reveal_pushed")).to_have_value("receiver")
    expect(ada.page.locator("#option-memory_aid")).to_be_checked()
    ada.page.get_by_role("button", name="Start").click()
    assert options_of_the_table(ada) == {"memory_aid": True}


def test_a_preset_with_a_referee_makes_one(person: People) -> None:
    ada = person()
    ada.page.goto("/new?game=sequence")
    ada.page.get_by_role("radio", name="Strict").check()
    ada.page.get_by_text("More about the table").click()
    expect(ada.page.locator("#referee")).to_be_checked()
    ada.page.get_by_role("radio", name="Friendly").check()
    expect(ada.page.locator("#referee")).not_to_be_checked()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "preset"), ALL, ids=lambda value: getattr(value, "name", value))
def test_every_preset_is_described(language: str, game: str, preset: Preset) -> None:
    words = catalogue(language, game)
    title, about = words[f"preset.{preset.name}"], words[f"preset.{preset.name}.about"]
    assert (title, about) == (preset.title, preset.about) or language != "en"
    assert about.endswith(".")


def test_what_is_wrong_with_an_option_is_told_beside_it_in_words(person: People) -> None:
    """At once, before anything is started; and no more when it is mended."""
    ada = person()
    ada.page.goto("/new?game=symbol_chain")
    start = ada.page.get_by_role("button", name="Start")
    ada.page.get_by_text("Single rules").click()
    ada.page.locator("#option-start").fill("hello")
    ada.page.locator("#option-start").blur()
    told = ada.page.locator(".field:has(#option-start) .error")
    expect(told).to_contain_text("that is not possible")
    expect(told).not_to_contain_text("['hello']")
    expect(start).to_be_disabled()
    ada.page.locator("#option-start").fill("")
    ada.page.locator("#option-start").blur()
    expect(told).to_have_count(0)
    expect(start).to_be_enabled()


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en-US", "“Unlimited” and “Enlist” do not go together"),
        ("de-DE", "„Unbegrenzt“ und „Anwerben“ passen nicht zusammen"),
    ],
)
def test_what_does_not_go_together_is_told_at_once_in_the_own_language(person: People, locale: str, words: str) -> None:
    ada = person(locale=locale)
    ada.page.goto("/new?game=symbol")
    ada.page.locator("details:has(#option-unlimited) > summary").first.click()
    ada.page.locator("#option-unlimited").check()
    ada.page.locator("#option-enlist").check()
    expect(ada.page.locator(".field:has(#option-unlimited) .error")).to_contain_text(words)
    expect(ada.page.locator("button[type=submit]")).to_be_disabled()
    ada.page.locator("#option-unlimited").uncheck()
    expect(ada.page.locator(".field .error")).to_have_count(0)
    expect(ada.page.locator("button[type=submit]")).to_be_enabled()
