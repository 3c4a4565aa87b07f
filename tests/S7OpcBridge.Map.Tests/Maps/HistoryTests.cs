using S7OpcBridge.Core;
using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests;

/// <summary>Where values are recorded, and which.</summary>
public sealed class HistoryTests
{
    private static readonly TagHistory EverySecond = new() { Every = TimeSpan.FromSeconds(1), Deadband = 0.5 };

    [Test]
    public void A_tag_says_whether_and_how_it_is_recorded()
    {
        var tags = TagsOf(
            """
            - { name: A, address: DB1.DBD0, type: Real, history: true }
            - { name: B, address: DB1.DBD4, type: Real, history: { every: 1s, deadband: 0.5 } }
            - { name: C, address: DB1.DBD8, type: Real, history: false }
            - { name: D, address: DB1.DBD12, type: Real }
            - { name: E, address: DB1.DBX16.0, history: true }
            """
        );
        Assert.That(
            tags.Select(tag => tag.Details?.History),
            Is.EqualTo(new[] { TagHistory.All, EverySecond, null, null, TagHistory.All })
        );
        Assert.That(tags[4].Details, Is.SameAs(tags[0].Details), "equal details are stored once");
        Assert.That(tags[2].Details, Is.Null);
    }

    [Test]
    public void Groups_templates_files_and_the_PLC_pass_it_on_and_false_ends_it()
    {
        using var text = new MapText()
            .With("more.csv", "name;address;type;history\nX;DB9.DBW0;Int;\nY;DB9.DBW2;Int;false\n")
            .With(
                "map.yaml",
                Text(
                    """
                    - group: G
                      db: 1
                      history: { every: 1s, deadband: 0.5 }
                      tags:
                        Speed: 0.0 Real
                        Running: 4.0 Bool
                        Off: { offset: 6.0, type: Int, history: false }
                        Inner: { history: false, tags: { Quiet: 8.0 Int, Loud: { offset: 10.0, type: Int, history: true } } }
                    - { use: T, db: 2, name: U, history: false }
                    - { use: T, db: 3, name: V }
                    - more.csv
                    """,
                    plc: "history: true"
                ) + "templates: { T: { tags: { P: 0.0 Real } } }\n"
            );
        var (map, findings) = text.Load();
        Assert.That(findings, Is.Empty);
        Assert.That(
            map!.Tags.Tags.ToDictionary(tag => tag.Name, tag => tag.Details?.History),
            Is.EquivalentTo(
                new Dictionary<string, TagHistory?>
                {
                    ["G/Speed"] = EverySecond,
                    ["G/Running"] = new() { Every = TimeSpan.FromSeconds(1) },
                    ["G/Off"] = null,
                    ["G/Inner/Quiet"] = null,
                    ["G/Inner/Loud"] = TagHistory.All,
                    ["U/P"] = null,
                    ["V/P"] = TagHistory.All,
                    ["X"] = TagHistory.All,
                    ["Y"] = null,
                }
            )
        );
    }

    [Test]
    public void Members_of_a_structure_follow_the_structure_unless_they_say_otherwise()
    {
        var (map, findings) = MapText.Load(
            Text("- { name: M, address: DB1.DBB0, type: Line, history: { every: 1s, deadband: 0.5 } }")
                + """
                types:
                  Inner: { Name: "String[4]", Code: Int }
                  Line: { Speed: Real, On: Bool, Quiet: { type: Int, history: false }, Parts: Inner, Own: { type: Inner, history: true } }

                """
        );
        Assert.That(findings, Is.Empty);
        var every = EverySecond with { Deadband = null };
        Assert.That(
            map!.Tags.Tags.Select(tag => tag.Details?.History),
            Is.EqualTo(new[] { EverySecond, every, null, every, EverySecond, TagHistory.All, TagHistory.All })
        );
    }

    [Test]
    public void Symbols_and_what_is_browsed_are_recorded_too()
    {
        var map = MapText
            .Load(
                Text(
                    """
                    - { name: A, symbol: '"D".A', history: true }
                    - { browse: '"R"', history: { every: 5min } }
                    - { browse: '"S"' }
                    """,
                    plc: "protocol: s7plus"
                )
            )
            .Map!;
        Assert.That(
            map.Tags.Symbols.Select(entry => entry.Details?.History),
            Is.EqualTo(
                new[]
                {
                    TagHistory.All,
                    new TagHistory { Every = TimeSpan.FromMinutes(5) },
                    null,
                }
            )
        );
    }

    [Test]
    public void The_server_says_where()
    {
        using var text = new MapText()
            .With("pg.txt", "Host=db;Password=x")
            .With("map.yaml", Text("- { name: A, address: MW0, type: Int, history: true }"));
        var settings = text.Load().Map!.Server.History!;
        Assert.That(
            settings,
            Is.EqualTo(
                new HistorySettings
                {
                    Folder = text.PathOf("hist"),
                    Keep = TimeSpan.FromDays(30),
                    MaxSize = 20L << 30,
                }
            )
        );
        Assert.That(
            With("{ store: h, keep: 1.5d, maxSize: 500MB }"),
            Is.EqualTo(
                new HistorySettings
                {
                    Folder = text.PathOf("h"),
                    Keep = TimeSpan.FromHours(36),
                    MaxSize = 500 << 20,
                }
            )
        );
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(text.PathOf("pg.txt"), UnixFileMode.UserRead);
        var postgres = With("{ postgres: { connection: { file: pg.txt } } }");
        Assert.That((postgres.Postgres, postgres.Folder), Is.EqualTo(("Host=db;Password=x", text.PathOf("history"))));
        Assert.That($"{postgres}", Does.Not.Contain("Password"));
        Assert.That(With("{ postgres: { connection: Host=db, journal: j } }").Folder, Is.EqualTo(text.PathOf("j")));

        HistorySettings With(string history)
        {
            text.With("map.yaml", Text("- { name: A, address: MW0, type: Int, history: true }", history: history));
            var (map, findings) = text.Load();
            Assert.That(findings, Is.Empty);
            return map!.Server.History!;
        }
    }

    [TestCase(
        "{ keep: 30d }",
        "2:49: error: 'history' says nowhere to record to; add 'store: history', a folder beside the map, or 'postgres'"
    )]
    [TestCase(
        "{ store: h, postgres: { connection: x } }",
        "2:71: error: 'store' and 'postgres' exclude each other; remove one of them ('journal' under " + "'postgres' is its local folder)"
    )]
    [TestCase(
        "{ postgres: { journal: h } }",
        "2:61: error: 'postgres' has no connection; add one such as 'connection: { file: history.txt }', a file with "
            + "Host=db.plant.local;Database=plant;Username=bridge;Password=…"
    )]
    [TestCase("{ store: h, keep: 30 }", "2:67: error: 'keep' is the text '30'; write a duration from 24h to 7300d, such as 30d")]
    [TestCase("{ store: h, keep: 1h }", "2:67: error: 'keep' is the text '1h'; write a duration from 24h to 7300d, such as 30d")]
    [TestCase(
        "{ store: h, maxSize: 5 }",
        "2:70: error: 'maxSize' is the text '5'; write an amount of disk space from 100MB to 1000GB, such as 64MB or 1GB"
    )]
    [TestCase("{ stor: h }", "2:51: error: unknown key 'stor' of a history; did you mean 'store'?")]
    [TestCase("true", "2:49: error: 'history' is the text 'true'; write a mapping with the keys of a history")]
    public void A_place_that_can_not_be_is_a_finding(string history, string expected) =>
        Assert.That(
            MapText.Load(Text("- { name: A, address: MW0, type: Int, history: true }", history: history)).Findings,
            Is.EqualTo(new[] { $"map.yaml:{expected}" })
        );

    [TestCase("history: 1s", "10:63: error: 'history' is the text '1s'; write true, false or { every: 1s, deadband: 0.5 }")]
    [TestCase("history: { evry: 1s }", "10:65: error: unknown key 'evry' of a tag's history; did you mean 'every'?")]
    [TestCase(
        "history: { every: 1ms }",
        "10:72: error: 'every' is the text '1ms'; write a duration from 10ms to 24h, such as 100ms, 1s or 5min"
    )]
    [TestCase(
        "history: { deadband: 1 }",
        "10:63: error: the 'deadband' of a history is only possible for single numbers, not for Bool; remove it"
    )]
    public void A_setting_that_can_not_be_is_a_finding(string history, string expected) =>
        Assert.That(
            MapText.Load(Text($"- {{ name: LongName, address: M0.0, type: Bool, {history} }}")).Findings,
            Does.Contain($"map.yaml:{expected}")
        );

    [Test]
    public void Tags_to_record_without_a_place_are_one_finding() =>
        Assert.That(
            MapText.FindingsOfTags(
                "- { name: A, address: MW0, type: Int, history: true }\n- { name: B, address: MW2, type: Int, history: true }"
            ),
            Is.EqualTo(
                new[] { "map.yaml:9:54: error: 'history' needs a place to record to; add 'history: { store: history }' under 'server'" }
            )
        );

    [Test]
    public void A_recorded_tag_in_a_class_on_demand_is_a_warning() =>
        Assert.That(
            MapText
                .Load(
                    Text("- { name: A, address: MW0, type: Int, history: true, scan: rare }")
                        .Replace("fast: 100ms", "fast: 100ms, rare: { interval: 1s, demand: true }")
                )
                .Findings,
            Is.EqualTo(
                new[]
                {
                    "map.yaml:8:26: warning: 'A' has a history, but 'rare' is polled only while a client listens; give recorded tags a class "
                        + "without 'demand'",
                }
            )
        );

    [Test]
    public void A_place_without_tags_is_a_warning() =>
        Assert.That(
            MapText.Load(Text("- { name: A, address: MW0, type: Int, history: false }")).Findings,
            Is.EqualTo(new[] { "map.yaml:2:49: warning: no tag is recorded; write 'history: true' at tags, at a group or at a PLC" })
        );

    private static IReadOnlyList<Tag> TagsOf(string tags)
    {
        var (map, findings) = MapText.Load(Text(tags));
        Assert.That(findings, Is.Empty);
        return map!.Tags.Tags;
    }

    private static string Text(string tags, string plc = "writes: true", string history = "{ store: hist }") =>
        MapText
            .WithTags(tags)
            .Replace("security: [None] }", $"security: [None], history: {history} }}")
            .Replace("    scan:", $"    {plc}\n    scan:");
}
