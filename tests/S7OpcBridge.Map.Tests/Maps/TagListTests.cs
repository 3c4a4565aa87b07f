using S7OpcBridge.Core;
using S7OpcBridge.S7;
using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests;

/// <summary>All the ways to write tags, and what they mean.</summary>
public sealed class TagListTests
{
    [Test]
    public void The_long_form_carries_every_key()
    {
        var (map, findings) = MapText.Load(
            """
            server: { security: [None], anonymous: read }
            plcs:
              - name: Line1
                host: 10.0.0.1
                profile: s7-1500
                timezone: UTC
                scan: { fast: 100ms, rare: { interval: 10s, demand: true }, asked: { interval: 1s, mode: onCommand } }
                tags:
                  - { name: Motor/Speed, address: DB10.DBD4, type: Real, scan: fast, access: readwrite, description: Drive, unit: rpm, range: [0, 3000],
                      limits: 0..2500, nodeId: M1, writeEvery: 500ms, timestamp: scan }
                  - { name: Text, address: DB10.DBB20, type: String(10), encoding: gbk, scan: rare }
                  - { name: When, address: DB10.DBB40, type: DT, timezone: Europe/Berlin, scan: asked }
            """
        );
        Assert.That(findings, Is.Empty);
        var tags = map!.Tags.Tags;
        Assert.That(
            tags[0].Details,
            Is.EqualTo(
                new TagDetails
                {
                    Description = "Drive",
                    Unit = "rpm",
                    Range = new TagRange(0, 3000),
                    Limits = new TagRange(0, 2500),
                    NodeId = "M1",
                    WriteEvery = TimeSpan.FromMilliseconds(500),
                    TimestampEveryScan = true,
                }
            )
        );
        Assert.That(tags[0].Access, Is.EqualTo(TagAccess.ReadWrite));
        Assert.That(tags[1].Details!.Encoding, Is.EqualTo("gbk"));
        Assert.That(tags[2].Details!.TimeZone, Is.EqualTo("Europe/Berlin"));
        Assert.That(
            map.Tags.ScanGroups.Select(s => $"{s.Name} {s.Interval.TotalMilliseconds} {s.Mode}"),
            Is.EqualTo(new[] { "fast 100 AtRate", "rare 10000 Demand", "asked 1000 OnCommand" })
        );
        Assert.That(tags.Select(t => map.Tags.ScanGroups[t.ScanGroup].Name), Is.EqualTo(new[] { "fast", "rare", "asked" }));
    }

    [Test]
    public void Groups_hand_down_block_scan_and_access_and_nest()
    {
        var tags = MapText.TagsOf(
            """
            - group: Tank
              tags:
                - group: Inner/Deep
                  offset: 100
                  access: readwrite
                  tags: { Level: 0.0 Real, Full: "4.1 Bool, read" }
                - { name: Other, offset: 6, type: Int }
                - group: Away
                  db: 31
                  tags: { X: 2.0 Int }
              db: 30
              scan: fast
            """
        );
        Assert.That(
            tags.Select(t => $"{t.Name} {t.Address} {t.Access} {t.ScanGroup}"),
            Is.EqualTo(
                new[]
                {
                    "Tank/Inner/Deep/Level DB30.DBD100 ReadWrite 0",
                    "Tank/Inner/Deep/Full DB30.DBX104.1 Read 0",
                    "Tank/Other DB30.DBW6 Read 0",
                    "Tank/Away/X DB31.DBW2 Read 0",
                }
            )
        );
    }

    [Test]
    public void The_short_form_says_unit_range_limits_access_scan_and_description_in_any_order()
    {
        var tag = MapText.TagsOf(
            """
            - group: G
              db: 1
              tags:
                A: 4.0 Array[0..9] of Real, scan fast, "Temperature, left", readwrite, 0..100, limits 5..95, °C
            """
        )[0];
        Assert.That($"{tag.Address} {tag.Type} {tag.Access}", Is.EqualTo("DB1.DBD4 Array[0..9] of Real ReadWrite"));
        Assert.That(
            tag.Details,
            Is.EqualTo(
                new TagDetails
                {
                    Unit = "°C",
                    Range = new(0, 100),
                    Limits = new(5, 95),
                    Description = "Temperature, left",
                }
            )
        );
    }

    [Test]
    public void The_short_form_takes_addresses_and_needs_no_type_where_they_tell_it()
    {
        var tags = MapText.TagsOf(
            """
            - group: G
              tags: { A: M0.3, B: T5, C: "DB7.DBD4 Real, bar", D: { address: MW4, type: Int }, E: { tags: { F: MW6 Word } } }
            """
        );
        Assert.That(
            tags.Select(t => $"{t.Name} {t.Address} {t.Type}"),
            Is.EqualTo(new[] { "G/A M0.3 Bool", "G/B T5 Timer", "G/C DB7.DBD4 Real", "G/D MW4 Int", "G/E/F MW6 Word" })
        );
    }

    [TestCase(
        "A: 4.0 Real, rpm, bar",
        "map.yaml:12:29: error: 'bar' would be a second unit beside 'rpm'; the short form takes 'offset type, unit, low..high, access', everything else needs "
            + "the long form"
    )]
    [TestCase("A: 4.0 Real, 5..1", "map.yaml:12:24: error: '5..1' is not a range; write the lower number first, such as 0..100")]
    [TestCase("A: 4.9 Bool", "map.yaml:12:14: error: '4.9' is not an offset; write byte and bit as in TIA's Offset column, such as 4.0")]
    [TestCase(
        "A: 4.0",
        "map.yaml:12:14: error: the tag 'A' has no type, and an offset does not state it; add one, such as Bool, Int, DInt, Real or String[n]"
    )]
    [TestCase("A: 4.1 Real", "map.yaml:12:18: error: DB1.DBX4.1 is a bit and Real needs its first byte; write DB1.DBD4")]
    [TestCase("A: 4.0 Rael", "map.yaml:12:18: error: 'Rael' is not a data type; did you mean Real?")]
    public void A_mistake_in_the_short_form_is_found_at_its_own_column(string line, string expected)
    {
        Assert.That(MapText.FindingsOfTags($"- group: G\n  db: 1\n  tags:\n    {line}"), Has.Some.EqualTo(expected));
    }

    [Test]
    public void Templates_repeat_machines_with_parameters_formats_and_lockstep()
    {
        var (map, findings) = MapText.Load(
            """
            server: { security: [None], anonymous: read }
            plcs:
              - name: L
                host: h
                profile: s7-1500
                tags:
                  - use: Pump
                    for: { n: 1..3, db: 101..103, side: [left, right, "left"] }
                    name: "P{n:00}"
                  - use: Pump
                    for: { n: 7, offset: "0..40 step 20", k: [a, b, c] }
                    db: 5
                    name: "Q{k}"
            templates:
              Pump:
                tags:
                  - { name: Speed, offset: 0, type: Real, description: "Pump {n}, {{braces}}" }
                  - use: Valve
                    for: { v: [In, Out], offset: 4..5 }
                    name: "{{v}}"
              Valve:
                tags: { Open: 0.0 Bool }
            """
        );
        Assert.That(findings, Is.Empty);
        Assert.That(
            map!.Tags.Tags.Select(t => $"{t.Name} {t.Address}").Take(5),
            Is.EqualTo(
                new[]
                {
                    "P01/Speed DB101.DBD0",
                    "P01/In/Open DB101.DBX4.0",
                    "P01/Out/Open DB101.DBX5.0",
                    "P02/Speed DB102.DBD0",
                    "P02/In/Open DB102.DBX4.0",
                }
            )
        );
        Assert.That(
            map.Tags.Tags.Select(t => $"{t.Name} {t.Address}").Skip(9).Where((_, i) => i % 3 == 0),
            Is.EqualTo(new[] { "Qa/Speed DB5.DBD0", "Qb/Speed DB5.DBD20", "Qc/Speed DB5.DBD40" })
        );
        Assert.That(map.Tags.Tags[0].Details!.Description, Is.EqualTo("Pump 1, {braces}"));
    }

    [TestCase(
        "- { use: Pmup }",
        "map.yaml:9:16: error: unknown template 'Pmup'; did you mean 'Pump'? (templates are defined under 'templates')"
    )]
    [TestCase(
        "- { use: Pump, for: { n: 1..3, db: 1..2 } }",
        "map.yaml:9:38: error: 'db' has 2 values and 'n' has 3; give every parameter equally many values, or a single one"
    )]
    [TestCase(
        "- { use: Pump, for: { m: 1..3 }, db: 4, name: \"{m}\" }",
        "map.yaml:13:17: error: '{n}' names no parameter of 'for'; known are m (a brace itself is written twice)"
    )]
    [TestCase("- { use: Pump, for: { n: 3..1 } }", "map.yaml:9:32: error: '3..1' is in the wrong order; write the lower number first")]
    [TestCase("- { use: Loop, db: 1 }", "map.yaml:16:14: error: templates are nested more than 16 deep; does 'Loop' use itself?")]
    public void A_wrong_use_is_a_finding(string line, string expected)
    {
        var findings = MapText
            .Load(
                MapText.WithTags(line)
                    + """
                    templates:
                      Pump:
                        tags:
                          - { name: "Speed{n}", offset: 0, type: Real }
                      Loop:
                        tags:
                          - use: Loop
                    """
            )
            .Findings;
        Assert.That(findings, Has.Some.EqualTo(expected));
    }

    [Test]
    public void A_fault_in_a_template_is_told_once_and_an_unused_one_is_a_warning()
    {
        var findings = MapText
            .Load(
                """
                server: { security: [None], anonymous: read }
                plcs:
                  - name: L
                    host: h
                    tags:
                      - { use: T, for: { n: 1..40, db: 1..40 }, name: "M{n}" }
                templates:
                  T: { tags: { A: 0.0 Rael } }
                  U: { tags: { A: 0.0 Real } }
                """
            )
            .Findings;
        Assert.That(
            findings,
            Is.EqualTo(
                new[]
                {
                    "map.yaml:8:23: error: 'Rael' is not a data type; did you mean Real?",
                    "map.yaml:9:3: warning: the template 'U' is never used; remove it, or write '- use: U' among the tags of a PLC",
                }
            )
        );
    }

    [Test]
    public void A_hundred_thousand_tags_load_and_share_their_details()
    {
        var lines = string.Join(
            '\n',
            Enumerable
                .Range(0, 100_000)
                .Select(i =>
                    $"- {{ name: Area{i / 100}/Tag{i}, address: DB{i / 1000 + 1}.DBD{i % 1000 * 4}, type: Real, scan: fast, unit: rpm, range: [0, 3000] }}"
                )
        );
        var tags = MapText.TagsOf(lines);
        Assert.That(tags, Has.Count.EqualTo(100_000));
        Assert.That(tags[99_999].Details, Is.SameAs(tags[0].Details));
        Assert.That(tags[99_999].Address, Is.EqualTo(new S7Address(S7Area.DataBlock, 100, 3996, 0, 32)));
        Assert.That(tags[99_999].Id, Is.EqualTo(99_999));
    }
}
