"""What belongs to the repository rather than to the program: workflows, issue forms, documentation and its links."""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
import pytest

ROOT = Path(__file__).resolve().parent.parent
GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
FORMS = sorted(path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml")
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
DOCS = runpy.run_path(str(ROOT / "tools" / "docs.py"))

# The files that have a published JSON schema, by the name under which check-jsonschema ships it.
SCHEMAS = {
    **dict.fromkeys(WORKFLOWS, "vendor.github-workflows"),
    **dict.fromkeys(FORMS, "vendor.github-issue-forms"),
    GITHUB / "ISSUE_TEMPLATE" / "config.yml": "vendor.github-issue-config",
    GITHUB / "dependabot.yml": "vendor.dependabot",
}


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def read(path: Path) -> Any:
    return msgspec.yaml.decode(path.read_bytes())


def tool(name: str) -> str:
    """A program that is installed beside this Python or on PATH; the test is skipped where it is missing."""
    folders = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    found = shutil.which(name, path=folders)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in command], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", timeout=120
    )


# Workflows and forms


def test_there_are_workflows_for_tests_wheels_and_docs() -> None:
    assert [path.stem for path in WORKFLOWS] == ["docs", "test", "wheels"]
    assert len(FORMS) == 4


@pytest.mark.parametrize("path", WORKFLOWS, ids=relative)
def test_a_workflow_has_few_rights_a_time_limit_and_pinned_actions(path: Path) -> None:
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        assert 0 < job["timeout-minutes"] <= 60
        for step in job["steps"]:
            if "uses" in step:
                assert re.fullmatch(r"[\w.-]+/[\w.-]+@(v\d+(\.\d+)*|release/v\d+)", step["uses"])
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False


@pytest.mark.parametrize("path", WORKFLOWS, ids=relative)
def test_a_workflow_calls_only_files_that_exist(path: Path) -> None:
    for script in re.findall(r"\bpython ([\w./-]+)", path.read_text(encoding="utf-8")):
        assert script.startswith("-") or (ROOT / script).is_file(), script


def test_the_tests_run_on_three_pythons_and_three_systems() -> None:
    jobs = read(GITHUB / "workflows" / "test.yml")["jobs"]
    matrix = jobs["fast"]["strategy"]["matrix"]
    pairs = {(system, python) for system in matrix["system"] for python in matrix["python"]}
    excluded = {(pair["system"], pair["python"]) for pair in matrix["exclude"]}
    # The full suite runs where the fast tier does not.
    full = (jobs["full"]["runs-on"], jobs["full"]["steps"][1]["with"]["python-version"])
    assert excluded == {full}
    assert len(pairs) == 9
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    versions = {line.rpartition(" ")[2] for line in project["classifiers"] if re.search(r":: 3\.\d+$", line)}
    assert {python for _, python in pairs} == versions


def test_wheels_are_built_for_the_pythons_that_are_tested() -> None:
    jobs = read(GITHUB / "workflows" / "wheels.yml")["jobs"]
    (build,) = [step for step in jobs["wheels"]["steps"] if step.get("uses", "").startswith("pypa/cibuildwheel@")]
    pythons = read(GITHUB / "workflows" / "test.yml")["jobs"]["fast"]["strategy"]["matrix"]["python"]
    assert build["env"]["CIBW_BUILD"].split() == [f"cp{python.replace('.', '')}-*" for python in pythons]


def test_only_a_version_tag_publishes_and_only_through_its_environment() -> None:
    workflow = read(GITHUB / "workflows" / "wheels.yml")
    publish = workflow["jobs"].pop("publish")
    assert publish["environment"]["name"] == "pypi"
    assert publish["if"] == "github.event_name == 'push' && startsWith(github.ref, 'refs/tags/v')"
    assert set(publish["needs"]) == set(workflow["jobs"])
    assert not any("permissions" in job for job in workflow["jobs"].values())


@pytest.mark.parametrize("path", SCHEMAS, ids=relative)
def test_a_file_for_the_host_fits_its_schema(path: Path) -> None:
    done = run(tool("check-jsonschema"), "--builtin-schema", SCHEMAS[path], path)
    assert done.returncode == 0, done.stdout


def zizmor(*paths: Path) -> subprocess.CompletedProcess[str]:
    config = GITHUB / "zizmor.yml"
    return run(tool("zizmor"), "--offline", "--no-progress", "--strict-collection", "--config", config, *paths)


def test_an_action_linter_finds_nothing_in_the_workflows() -> None:
    done = zizmor(*WORKFLOWS, GITHUB / "dependabot.yml")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_action_linter_finds_a_script_injection(tmp_path: Path) -> None:
    text = (GITHUB / "workflows" / "test.yml").read_text(encoding="utf-8")
    bad = tmp_path / ".github" / "workflows" / "bad.yml"
    bad.parent.mkdir(parents=True)
    bad.write_text(text.replace("worldgates test --fast", "worldgates test ${{ github.event.pull_request.title }}"))
    done = zizmor(bad)
    assert done.returncode != 0
    assert "template-injection" in done.stdout


def test_actionlint_finds_nothing_in_the_workflows() -> None:
    done = run(tool("actionlint"), *WORKFLOWS)
    assert done.returncode == 0, done.stdout + done.stderr


# Documentation


def links(path: Path) -> list[str]:
    """The relative links of a page, without those in fenced code."""
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    found = re.findall(r"\]\(([^)\s]+)\)", text)
    return [link for link in found if not re.match(r"[a-z][a-z0-9+.-]*:", link)]


def headings(path: Path) -> set[str]:
    """The anchors that a code-hosting page gives the headings of a page."""
    lines = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines}


@pytest.mark.parametrize("path", PAGES, ids=relative)
def test_relative_links_of_a_page_lead_somewhere(path: Path) -> None:
    for link in links(path):
        name, _, heading = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        assert target.is_relative_to(ROOT), link
        assert target.exists(), link
        if heading:
            assert heading in headings(target), link


def entries(nav: list[Any] | str) -> list[str]:
    """The pages of a navigation, in order."""
    if isinstance(nav, str):
        return [nav]
    return [page for entry in nav for value in entry.values() for page in entries(value)]


def test_every_page_is_in_the_navigation_of_the_site() -> None:
    nav = entries(tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]["nav"])
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    pages |= {target for source, target in DOCS["ROOT_PAGES"].items() if source.endswith(".md")}
    assert len(nav) == len(set(nav))
    assert set(nav) == pages


def test_links_that_leave_the_docs_are_rewritten_for_the_site() -> None:
    sources = {"docs/a.md": "a.md", "docs/rules/b.md": "rules/b.md", "CONTRIBUTING.md": "contributing.md"}

    def relinked(text: str, source: str) -> str:
        return str(DOCS["relink"](text, source, sources[source], sources))

    assert relinked("[c](../../CONTRIBUTING.md#test)", "docs/rules/b.md") == "[c](../contributing.md#test)"
    assert relinked("[b](docs/rules/b.md), [r](README.md)", "CONTRIBUTING.md") == "[b](rules/b.md), [r](index.md)"
    untouched = "[x](https://example.org/a.md) [h](#here)\n```\n[a](b)\n```\n"
    assert relinked(untouched, "docs/a.md") == untouched
    with pytest.raises(DOCS["DocsError"], match="links to gone"):
        relinked("[g](gone.md)", "docs/a.md")


needs_zensical = pytest.mark.skipif(find_spec("zensical") is None, reason="zensical is not installed")


@pytest.mark.slow
@needs_zensical
def test_the_docs_site_is_built_without_broken_links(tmp_path: Path) -> None:
    output = tmp_path / "site"
    done = run(sys.executable, ROOT / "tools" / "docs.py", "--output", output)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(PAGES)} pages" in done.stdout  # the home page for the README, and one page for the licence
    home = (output / "index.html").read_text(encoding="utf-8")
    for game in ("molthar", "clef"):
        for language in ("", ".fr", ".it"):
            assert (output / "rules" / f"{game}{language}.html").is_file()
            assert f'href="rules/{game}{language}.html"' in home
    for page in output.rglob("*.html"):
        # Nothing is loaded from elsewhere.
        assert not re.search(r'(?:src|<link rel="stylesheet" href)="(?:https?:)?//', page.read_text(encoding="utf-8"))


@pytest.mark.slow
@needs_zensical
@pytest.mark.parametrize("link", ["[gone](architecture.md#no-such-heading)", "![gone](pictures/no-such.png)"])
def test_a_broken_link_fails_the_build_of_the_site(tmp_path: Path, link: str) -> None:
    for name in ["docs", "zensical.toml", *DOCS["ROOT_PAGES"]]:
        target = tmp_path / "project" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if name == "docs" else shutil.copyfile)(ROOT / name, target)
    page = tmp_path / "project" / "docs" / "glossary.md"
    page.write_text(page.read_text(encoding="utf-8") + f"\n{link}\n", encoding="utf-8")
    with pytest.raises(DOCS["DocsError"], match="no-such"):
        DOCS["build"](tmp_path / "project", tmp_path / "site")
    assert not (tmp_path / "site").exists()


def test_no_pictures_lie_among_the_tests() -> None:
    """What tests draw is looked at and thrown away: 15 MB of it once made up most of the repository."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is not a checkout")
    listed = subprocess.run(["git", "ls-files", "tests"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert [name for name in listed.splitlines() if name.endswith((".png", ".jpg", ".webp"))] == []
