using S7OpcBridge.Map.Compiling;
using S7OpcBridge.Map.RawConfig;
using S7OpcBridge.Map.Reading;
using S7OpcBridge.Map.Tia;
using S7OpcBridge.Map.Yaml;
using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests;

/// <summary>YAML's own syntax catches addresses and types; the loader says so in the user's words.</summary>
public sealed class YamlSyntaxTests
{
    [TestCase(
        "- { name: A, address: %DB1.DBW0, type: Int }",
        "map.yaml:9:29: error: YAML does not let a value start with %; put quotes around it: \"%DB1.DBW0\""
    )]
    [TestCase(
        "- { name: A, address: DB1,REAL4 }",
        "map.yaml:9:33: error: inside { } a comma ends the value, so 'DB1' and 'REAL4' were separated; put quotes around it: \"DB1,REAL4\""
    )]
    [TestCase(
        "- { name: A, address: DB1.DBB0, type: String[20] }",
        "map.yaml:9:51: error: inside { } and [ ] a '[' ends the value; put quotes around the whole value: \"String[20]\", or use round brackets"
    )]
    [TestCase(
        "- { name: A, address: DB1.DBW0, type: Array[0..9] of Int }",
        "map.yaml:9:50: error: inside { } and [ ] a '[' ends the value; put quotes around the whole value: \"Array[0..9] of Int\", or use round brackets"
    )]
    [TestCase(
        "- { name: P{n:00}, address: MW0, type: Int }",
        "map.yaml:9:18: error: inside { } and [ ] a '{' ends the value; put quotes around the whole value: \"P{n:00}\""
    )]
    [TestCase("- { name: A, address: @x }", "map.yaml:9:29: error: YAML does not let a value start with @; put quotes around it: \"@x\"")]
    [TestCase(
        "- { name: *x, address: MW0, type: Int }",
        "map.yaml:9:17: error: YAML aliases ('*name') are not supported; use 'templates' for repeated parts"
    )]
    public void A_trap_is_named_with_its_way_out(string line, string expected) =>
        Assert.That(MapText.FindingsOfTags(line), Does.Contain(expected));

    [Test]
    public void A_trap_hides_no_finding_behind_it() =>
        Assert.That(
            MapText.FindingsOfTags(
                """
                - { name: A, address: %DB1.DBW0, type: Rael }
                - { name: B, address: DB1.DBB0, type: String[20] }
                - { name: C, address: DB1.DBW40, type: Array[0..9] of Int, scan: nomal }
                - { name: D, address: DB1.DBD80, type: Rael }
                - { name: P{n:00}, address: MW0, type: Int }
                - { name: E, address: MW2, type: Int, unit: @x }
                - { name: F, address: MW4, type: Boll }
                """
            ),
            Is.EqualTo(
                new[]
                {
                    "map.yaml:9:29: error: YAML does not let a value start with %; put quotes around it: \"%DB1.DBW0\"",
                    "map.yaml:10:51: error: inside { } and [ ] a '[' ends the value; put quotes around the whole value: \"String[20]\", or use round brackets",
                    "map.yaml:11:51: error: inside { } and [ ] a '[' ends the value; put quotes around the whole value: \"Array[0..9] of "
                        + "Int\", or use round brackets",
                    "map.yaml:12:46: error: 'Rael' is not a data type; did you mean Real?",
                    "map.yaml:13:18: error: inside { } and [ ] a '{' ends the value; put quotes around the whole value: \"P{n:00}\"",
                    "map.yaml:14:51: error: YAML does not let a value start with @; put quotes around it: \"@x\"",
                    "map.yaml:15:40: error: 'Boll' is not a data type; did you mean Bool?",
                }
            )
        );

    [Test]
    public void What_stands_before_a_break_in_the_file_is_checked_and_what_may_stand_behind_it_is_not_missed() =>
        Assert.That(
            MapText
                .Load(
                    "templates: { T: { tags: { A: 0.0 Bool } } }\nplcs:\n  - name: L\n    tags:\n      - { name: A, address: MW0, type: Itn }\n      - { "
                        + "name: B: , x\n"
                )
                .Findings,
            Has.Exactly(2).Items.And.Some.EqualTo("map.yaml:5:40: error: 'Itn' is not a data type; did you mean Int?")
        );

    [Test]
    public void Quoted_spellings_and_round_brackets_always_work()
    {
        var tags = MapText.TagsOf(
            """
            - { name: A, address: "%DB1.DBW0:INT" }
            - { name: B, address: "DB1,REAL4" }
            - { name: C, address: DB1.DBB10, type: String(20) }
            - { name: D, address: DB1.DBW40, type: "Array[0..9] of Int" }
            - { name: E, address: DB1.DBW60, type: Int(0..9) }
            """
        );
        Assert.That(
            tags.Select(t => $"{t.Address} {t.Type}"),
            Is.EqualTo(
                new[]
                {
                    "DB1.DBW0 Int",
                    "DB1.DBD4 Real",
                    "DB1.DBB10 String[20]",
                    "DB1.DBW40 Array[0..9] of Int",
                    "DB1.DBW60 Array[0..9] of Int",
                }
            )
        );
    }

    [TestCase("")]
    [TestCase("# only a comment\n")]
    public void An_empty_file_says_what_to_do(string text) =>
        Assert.That(
            MapText.Load(text).Findings,
            Is.EqualTo(new[] { "map.yaml:1:1: error: the file is empty; see config/bridge.yaml for a map to start from" })
        );

    [Test]
    public void An_unclosed_bracket_is_a_finding_and_never_an_exception()
    {
        var (map, findings) = MapText.Load("- {a: 1\n- b");
        Assert.That(map, Is.Null);
        Assert.That(findings, Has.Some.Contains(" error: "));
    }

    [FsCheck.NUnit.Property(MaxTest = 300)]
    public void Any_text_gives_findings_or_a_map_and_never_an_exception(string? text)
    {
        var findings = new FindingList();
        var draft = new RawMap();
        var file = findings.Open("any.yaml");
        var reader = new MapReader(draft, findings);
        YamlFile.Read(file, text ?? "", findings, reader.Read);
        var map = new MapCompiler(draft, findings, reader.Sources).Compile(file);
        Assert.That(map is null, Is.EqualTo(findings.HasErrors));
    }

    [TestCase("tags: ", "[", "]")]
    [TestCase("plcs: [ { name: A, host: h, tags: ", "[ { group: G, tags: ", "} ]")]
    [TestCase("types: ", "{ A: ", "}")]
    [TestCase("plcs: [ { name: A, tags: ", "{ A: ", "}")]
    public void Nesting_without_end_is_a_finding_and_no_overflow(string start, string open, string close)
    {
        const int Depth = 5000;
        var (map, findings) = MapText.Load(
            start + string.Concat(Enumerable.Repeat(open, Depth)) + "x" + string.Concat(Enumerable.Repeat(close, Depth))
        );
        Assert.That(map, Is.Null);
        Assert.That(findings, Has.Some.Contains(" error: "));
    }

    [Test]
    public void Sources_nested_without_end_are_a_finding_and_no_overflow()
    {
        var findings = new FindingList();
        new TiaParser(
            findings.Open("a.db"),
            "DATA_BLOCK \"X\" STRUCT " + string.Concat(Enumerable.Repeat("A : STRUCT ", 100_000)),
            findings
        ).Read();
        Assert.That(findings.Sorted.Select(f => f.Message), Has.Some.StartsWith("structures are nested more than 64 deep"));
    }

    [TestCase("plcs: [{name: A, tags: [{]}]")]
    [TestCase("server: {endpoint: [")]
    [TestCase("plcs:\n  - name: A\n   host: b")]
    [TestCase("\u0001")]
    [TestCase("a: \"\\q\"")]
    [TestCase("? [a]\n: b")]
    [TestCase("--- !!map\n%YAML 3.0")]
    public void Broken_YAML_is_one_clear_error(string text)
    {
        var (map, findings) = MapText.Load(text);
        Assert.That(map, Is.Null);
        Assert.That(findings, Has.Some.Match("^map.yaml:[0-9]+:[0-9]+: error: .+; .+"));
    }
}
