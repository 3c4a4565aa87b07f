using S7OpcBridge.Map.Editing;
using S7OpcBridge.Map.YamlTrees;
using static S7OpcBridge.Map.Tests.Editing.Edits;

namespace S7OpcBridge.Map.Tests.Editing;

/// <summary>What edits refuse, how they quote, and how they follow each other.</summary>
public sealed class EditRulesTests
{
    [TestCase("a: &x 1\nb: *x\n", "b")]
    [TestCase("a: &x { c: 1 }\nb: 1\n", "a/c")]
    [TestCase("a: !!str 1\n", "a")]
    [TestCase("a: { <<: { b: 1 } }\n", "a/c")]
    [TestCase("a: ${HOST}\n", "a")]
    [TestCase("? a\n: b\n", "a")]
    [TestCase("a: [b: 1]\n", "a[#0]/b")]
    public void What_other_places_may_depend_on_is_not_touched(string text, string path) =>
        Assert.That(Refusal(text, Set(path, 2)), Does.Contain("hand"));

    [Test]
    public void Anchors_and_variables_elsewhere_stay() =>
        Assert.That(Applied("a: &x 1\nb: *x\nh: ${HOST}\nc: 1\n", Set("c", 2)), Is.EqualTo("a: &x 1\nb: *x\nh: ${HOST}\nc: 2\n"));

    [TestCase("a: 1\n---\nb: 2\n")]
    [TestCase("a: [1\n")]
    [TestCase("a: 'x\n")]
    [TestCase("")]
    [TestCase("# nothing\n")]
    public void A_text_that_is_not_one_YAML_document_is_refused(string text) => Assert.That(() => Refusal(text, Set("a", 2)), Is.Not.Empty);

    [Test]
    public void Quotes_stand_where_YAML_needs_them()
    {
        string[] texts =
        [
            "%",
            "[a",
            "a, b",
            "a: b",
            " a",
            "a ",
            "yes",
            "true",
            "12",
            "0x1F",
            "1e3",
            "~",
            "null",
            "2026-01-01",
            "a #b",
            "-",
            "- a",
            "?",
            "&a",
            "*a",
            "!a",
            "@a",
            "`a",
            "'a",
            "\"a",
            "#a",
            "",
            "a\nb",
            "a\tb",
            "\u0085",
            "é",
            "a:b",
            "DB1,REAL4",
            "{n:00}",
            "---",
            "...",
            "it's",
            "\"DB\".a",
            "a\\b",
            ":",
            "a:",
            "0..100",
            "\u2028",
            "<<",
            "=",
            "😀",
            "\u00A0a",
            "|",
            ">",
            "a]",
            "}",
        ];
        foreach (var text in texts)
        {
            foreach (
                var map in new[]
                {
                    "a: x\n",
                    "b: { a: x }\n",
                    "b: [{a: x}]\n",
                    "b:\n- a: 'x'\n",
                    "b:\n- a: \"x\"\n",
                    "a:\n",
                    "b: {a: }\n",
                    "b: {a}\n",
                    "a: |\n  x\n  y\n",
                    "a: [1]\n",
                    "a:\n  c: 1 # d\n  e: 2\n",
                }
            )
            {
                var path =
                    map.StartsWith('a') ? "a"
                    : map.Contains('[') || map.Contains('-') ? "b[#0]/a"
                    : "b/a";
                var edited = Applied(map, Set(path, text));
                var tree = TreeReader.Read(edited);
                var found = new EntryFinder(tree).Find(EditPath.Parse(path));
                Assert.That(tree.ValueOf(found.Node).ToString(), Is.EqualTo(text), edited);
                if (ScalarText.IsResolved(text))
                    Assert.That(tree[found.Node].Marks & NodeMarks.Plain, Is.EqualTo(NodeMarks.None), edited);
            }
        }
    }

    [Test]
    public void Lists_in_braces_of_several_lines_keep_their_lines_and_comments()
    {
        const string Text = "tags: [\n  a.csv, # first\n  # the second\n  b.csv  # last\n]\n";

        Assert.Multiple(() =>
        {
            Assert.That(
                Applied(Text, Insert("tags", "c.csv")),
                Is.EqualTo("tags: [\n  a.csv, # first\n  # the second\n  b.csv,  # last\n  c.csv\n]\n")
            );
            Assert.That(Applied(Text, Remove("tags[b.csv]")), Is.EqualTo("tags: [\n  a.csv # first\n]\n"));
            Assert.That(Applied(Text, Remove("tags[a.csv]")), Is.EqualTo("tags: [\n  # the second\n  b.csv  # last\n]\n"));
        });
    }

    [Test]
    public void Edits_may_build_on_each_other() =>
        Assert.That(
            Applied(
                "plcs: []\n",
                Insert("plcs", Json("""{ "name": "A", "host": "h" }""")),
                Insert("plcs[A]/tags", Json("""{ "group": "G", "db": 1, "tags": {} }""")),
                Insert("plcs[A]/tags[G]/tags", Json("""{ "name": "x", "offset": "0.0", "type": "Int" }""")),
                Insert("plcs[A]/tags[G]/tags", Json("""{ "name": "y", "offset": "2.0", "type": "Int" }""")),
                Set("plcs[A]/tags[G/y]/unit", "rpm"),
                Rename("plcs[A]/tags[G/x]", "z"),
                Set("plcs[A]/tags[G/z]/scan", "fast")
            ),
            Is.EqualTo(
                """
                plcs:
                  - name: A
                    host: h
                    tags:
                      - group: G
                        db: 1
                        tags:
                          z: 0.0 Int, scan fast
                          y: 2.0 Int, rpm

                """
            )
        );

    [TestCase("a: !<>")]
    [TestCase("server: { name: a }\nplcs: !<> []\n")]
    public void A_tag_that_the_parser_chokes_on_is_a_finding(string text)
    {
        Assert.That(S7OpcBridge.Tests.MapText.Load(text).Findings, Is.Not.Empty);
        Assert.That(Refusal(text, Set("a", 1)), Does.Contain("not YAML"));
    }
}
