"""What init understands of code, documents and messages; no bytes bring it down."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.init import census
from bot.init.documents import read_documents
from bot.init.kernels import find_kernels
from bot.init.layout import include_roots, lay_out
from bot.init.messages import habits_of
from bot.init.trailers import trailers_section
from bot.init.vocabulary import has_word, parts_of
from bot.init.yaml_text import Key, Section, flow
from tests.support.timing import assert_in_proportion

FEW = settings(max_examples=60, deadline=None)
CODE = st.lists(
    st.sampled_from(
        [b"#ifdef ", b"USE_GPU", b"\n", b"#include <", b"cuda.h", b">", b"namespace ", b"a", b"::", b"{", b"}",
         b"(", b")",
         b"int ", b"attention_naive", b"\\\n", b'"', b"\xff", b";", b"extern \"C\"", b"<", b"=", b"// A-B(c): d", b"\0"]
    ) | st.binary(max_size=3)
).map(b"".join)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("PagedAttnV2", ["paged", "attn", "v", "2"]), ("attention_naive", ["attention", "naive"]),
        ("MHARef", ["mha", "ref"]), ("kCUDA", ["k", "cuda"]), ("GGML_USE_HIP", ["ggml", "use", "hip"]), ("", []),
    ],
)  # fmt: skip
def test_a_name_is_made_of_words(name: str, parts: list[str]) -> None:
    assert parts_of(name) == parts


def test_two_words_may_stand_together() -> None:
    assert has_word("AttentionFa2", ("fa2",))
    assert not has_word("Preference", ("ref",))


def test_folders_of_the_device_are_not_the_layer_that_knows_none() -> None:
    layout = lay_out(
        ["src/core/a.cpp", "src/core/b.cu", "src/core/c.cpp", "src/cuda/x.cpp", "src/kernels/y.cpp", "src/gpu/z.h",
         "src/tiles/t.cu", "src/tiles/u.cuh", "src/tiles/v.h", "tests/t.cpp", "third_party/p.h", "src/m.cpp"]
    )  # fmt: skip
    assert layout.agnostic == ("src/*", "src/core/**")
    assert layout.agnostic_suffixes == (".h", ".cpp")
    assert layout.roots == ("src/**",)
    assert "tests/t.cpp" not in layout.code


def test_where_all_code_is_an_example_it_is_the_code() -> None:
    assert lay_out(["examples/a.cpp", "examples/b.cpp"]).roots == ("examples/**",)
    assert lay_out([]).roots == ()
    assert lay_out(["a.cpp"]).roots == ("*",)


def test_include_roots_are_where_includes_are_found() -> None:
    paths = ["include/loom/a.h", "include/loom/b.h", "src/x/c.h", "d.h"]
    assert include_roots({"loom/a.h": 5, "loom/b.h": 4, "x/c.h": 3, "d.h": 2, "gone.h": 9}, paths) == (
        ".",
        "include",
        "src",
    )


def test_macros_of_a_device_are_told_from_guards_and_from_compilers() -> None:
    data = (
        b"#ifndef LOOM_CUDA_TILE_H_\n#define LOOM_CUDA_TILE_H_\n#if defined(LOOM_CUDA) && __CUDACC__ // HIP_NOT\n"
        b"#elif LOOM_SYCL_A || LOOM_SYCL_B\n#endif\n#ifdef LOOM_FP8\n"
    )
    found = census.take([data])
    assert census.device_macros(found) == ("LOOM_CUDA", "LOOM_SYCL*")
    assert census.compiler_macros(found) == ("__CUDACC__",)


def test_headers_values_and_questions_of_a_device_are_counted() -> None:
    data = (
        b'#include <cuda_runtime.h>\n#include "t/x.cuh"\nif (d.is_cuda() || d.is_cuda( )) t = kCUDA; u = kCUDA; kCUDAx;'
    )
    found = census.take([data])
    assert census.device_headers(found) == ("cuda*", "**/*.cuh")
    assert census.most_named(found.values) == ("kCUDA",)
    assert census.most_named(found.questions) == ("is_cuda",)
    assert found.quoted == {"t/x.cuh": 1}


@pytest.mark.parametrize(
    ("text", "slow"),
    [
        ("namespace a { int attention_naive(int); }", ("a::attention_naive",)),
        ("namespace a::b { void AttentionRef(T* q) { f(); } }", ("a::b::AttentionRef",)),
        ("namespace a { namespace b { T& SlowMHA(); } }", ("a::b::SlowMHA",)),
        ('extern "C" { int attention_naive(int); }', ("attention_naive",)),
        ("namespace { int attention_naive(int); }", ("attention_naive",)),
        ("template <class T> std::vector<T> attention_naive(T);", ("attention_naive",)),
        ("int x = attention_naive(1);", ()),
        ("void f() { attention_naive(1); }", ()),
        ("struct S { int attention_naive(int); };", ()),
        ("// int attention_naive(int);\n", ()),
        ("int naive_attention_size(int);", ()),
        ("int preference_attention(int);", ()),
    ],
)
def test_a_slow_kernel_is_a_function_of_a_namespace(text: str, slow: tuple[str, ...]) -> None:
    assert find_kernels([("a.h", text.encode())]).slow == slow


def test_what_is_named_most_comes_first() -> None:
    declared = "T flash_attn_a(T);\nT flash_attn_b(T);\nT soft_max_c(T);\nT attn_soft_max(T);\nT soft_max_size(T);\n"
    used = "T f() { return flash_attn_b(flash_attn_b(1)); }"
    found = find_kernels([("a.h", declared.encode()), ("b.cpp", used.encode())])
    assert found.fast == ("flash_attn_b", "flash_attn_a")
    assert found.parts == ("soft_max_c",)


def test_a_table_of_keys_and_states_is_a_record() -> None:
    rows = "".join(
        f"| `A-{number}` | **{state}** | [p](p/{number}.md) |\n"
        for number, state in enumerate(["DONE", "TODO", "DONE"])
    )
    files = {"docs/m.md": f"| Key | Status | Page |\n|---|---|---|\n{rows}".encode()}
    files |= {f"docs/p/{number}.md": b"# P\n\n## Next\n" for number in range(3)}
    records = read_documents(files, "").records
    assert (records.tables, records.columns, set(records.states)) == (("docs/m.md",), ("Status",), {"DONE", "TODO"})
    assert (records.spec_folder, records.spec_heading) == ("docs/p", "Next")


@pytest.mark.parametrize(
    ("row", "attributes", "path", "found"),
    [
        ("| [#{n}](u) | x |", "docs/list.md merge=union", "docs/list.md", True),
        ("| #{n} | x |", "", "docs/issue-index.md", True),
        ("| #{n} | x |", "", "docs/list.md", False),
        ("| {n} | x |", "", "docs/issue-index.md", False),
    ],
)
def test_an_index_has_an_issue_in_every_row(row: str, attributes: str, path: str, found: bool) -> None:
    text = "| Issue | What |\n|---|---|\n" + "".join(row.format(n=number) + "\n" for number in range(3, 8))
    index = read_documents({path: text.encode()}, attributes).index
    assert (index is not None) == found
    if index:
        assert (index.path, index.rows, index.is_unique) == (path, 5, True)


def test_habits_are_what_nearly_all_messages_do() -> None:
    messages = [
        f"Do {number}\n\nWhy.\n\nA_MARK\n\nProto: yes\nAI-Used: {'true' if number % 2 else 'false'}\n"
        for number in range(9)
    ]
    habits = habits_of(messages)
    assert (habits.marker, habits.constant, habits.declaration) == ("A_MARK", ("Proto", "yes"), "AI-Used")
    assert habits_of(messages[:2]).marker is None


@pytest.mark.parametrize("key", ["Signed-off-by", "signed-off-by", "Co-authored-by", "Reviewed-by", "Acked-by"])
def test_the_one_who_signs_everything_is_no_protocol(key: str) -> None:
    messages = [f"Do {number}\n\nWhy.\n\n{key}: Ann <ann@example.org>\n" for number in range(9)]
    assert habits_of(messages).constant is None


def test_a_person_in_every_message_hides_no_protocol() -> None:
    trailers = ["Proto: yes", "Signed-off-by: Ann <ann@example.org>"]
    for lines in (trailers, trailers[::-1]):
        messages = [f"Do {number}\n\nWhy.\n\n" + "\n".join(lines) + "\n" for number in range(9)]
        assert habits_of(messages).constant == ("Proto", "yes")


def test_the_assistant_of_every_message_is_no_protocol() -> None:
    habits = habits_of([f"Do {number}\n\nWhy.\n\nAssisted-By: Tool:model\n" for number in range(9)])
    assert (habits.constant, habits.attribution) == (None, "Assisted-By")


MACHINE = "Do {n}\n\nWhy.\n\nCo-authored-by: Claude <a@example.org>\n"
NAMED = "Do {n}\n\nWhy.\n\nAssisted-by: somebody\n"


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("Do {n}\n\nWhy.\n", "style", {"subject_period": "forbid", "body": "required", "merges": "exempt"}),
        ("Do {n}.\n\nWhy.\n", "style", {"subject_period": "allow", "body": "required", "merges": "exempt"}),
        ("Do {n}\n", "style", {"subject_period": "forbid", "body": "optional", "merges": "exempt"}),
        (
            "Do {n}\n\nSigned-off-by: A <a@b>",
            "style",
            {"subject_period": "forbid", "body": "optional", "merges": "exempt"},
        ),
        (MACHINE, "human_only", ["Signed-off-by"]),
        (MACHINE.replace("Claude", "Alice"), "human_only", ["Signed-off-by", "Co-authored-by"]),
        (MACHINE.replace("Co-authored", "Signed-off"), "human_only", ["Co-authored-by"]),
        (NAMED, "attribution", {"declaration": None, "by": "Assisted-by", "pattern": "\\S.*"}),
        (NAMED.replace("somebody", "A:b [c]"), "attribution", {"declaration": None, "by": "Assisted-by"}),
    ],
)
def test_the_next_message_is_asked_for_what_the_newest_ones_bear(text: str, key: str, value: object) -> None:
    messages = [text.format(n=number) for number in range(60)]
    section = trailers_section(habits_of(messages), messages)
    assert yaml.safe_load(section.text)["commit_trailers"][key] == value


def test_one_message_of_many_does_not_loosen_what_is_asked() -> None:
    messages = ["Do it.\n", *(f"Do {number}\n\nWhy.\n" for number in range(60))]
    section = trailers_section(habits_of(messages), messages)
    assert yaml.safe_load(section.text)["commit_trailers"]["style"]["subject_period"] == "forbid"


@FEW
@given(CODE)
def test_no_code_brings_it_down(data: bytes) -> None:
    found = census.take([data])
    census.device_macros(found)
    census.device_headers(found)
    find_kernels([("a.cpp", b"namespace flash { int attention_naive(int); " + data)])


@FEW
@given(
    st.dictionaries(
        st.text(max_size=8), st.lists(st.sampled_from(["| ", "`A-1`", "#3", "\n", "---", "[x](y.md)", "State", "|"]))
    )
)
def test_no_document_brings_it_down(texts: dict[str, list[str]]) -> None:
    read_documents(
        {path: "".join(parts).encode("utf-8", "surrogatepass") for path, parts in texts.items()}, "x merge=union"
    )


@FEW
@given(st.lists(st.text(max_size=40), max_size=8))
def test_no_message_and_no_path_brings_it_down(texts: list[str]) -> None:
    habits_of(texts)
    lay_out(texts)
    include_roots(dict.fromkeys(texts, 1), texts)


@FEW
@given(
    st.dictionaries(
        st.text(min_size=1, max_size=6),
        st.lists(st.text(max_size=12) | st.integers() | st.booleans() | st.none(), max_size=30),
    )
)
def test_values_are_read_back_as_they_were(value: dict[str, list[object]]) -> None:
    assert yaml.safe_load(flow(value)) == value


@pytest.mark.parametrize(
    "value", [["x" * 30] * 9, ["a/b"] * 60, {"a": {"b": ["word, word"] * 40}}, "x" * 300, [], {}, None]
)
def test_a_section_is_read_back_as_it_was(value: object) -> None:
    section = Section("s", (Key("k", value, "why " * 9), Key("after", True)), "About " * 40)  # type: ignore[arg-type]
    assert yaml.safe_load(section.text) == {"s": {"k": value, "after": True}}
    assert all(len(line) <= 110 or "x" * 300 in line for line in section.text.splitlines())


@pytest.mark.growth
@pytest.mark.parametrize("piece", ["{ int f(", "a b(", "namespace a { int attention_naive(int); ", "int a(a(", "} { "])
def test_kernels_are_found_in_time_that_grows_with_the_file(piece: str) -> None:
    def find(times: int) -> None:
        find_kernels([("a.h", b"// flash attention\n" + piece.encode() * times)])

    assert_in_proportion(find, 2_000)
