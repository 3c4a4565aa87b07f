using S7OpcBridge.Core;
using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests.Alarms;

/// <summary>Alarms that stand in the map.</summary>
public sealed class AlarmTests
{
    private const string Classes = "alarms: { classes: { Errors: { severity: 800 }, Warnings: { severity: 300, ack: false } } }\n";

    [Test]
    public void A_bit_has_an_alarm_with_texts_in_several_languages()
    {
        var tag = TagsOf(
            "- { name: M/Overload, address: DB10.DBX0.4, alarm: { class: Errors, delay: 2s, text: { en: Overload, de: Überlast } } }"
        )[0];
        var alarm = (BitAlarm)tag.Details!.Alarms!.All.Single();
        Assert.That(
            (alarm.Id, alarm.Class.Name, alarm.Severity, alarm.When, alarm.Delay),
            Is.EqualTo(("", "Errors", 800, true, TimeSpan.FromSeconds(2)))
        );
        Assert.That(alarm.Text.Languages, Is.EqualTo(new LocalText[] { new("en", "Overload"), new("de", "Überlast") }));
    }

    [Test]
    public void A_text_alone_is_an_alarm_of_the_default_class()
    {
        var tags = TagsOf(
            """
            - { name: A, address: M0.0, alarm: Broken }
            - { name: B, address: M0.1, description: Door open, alarm: { when: false } }
            """
        );
        Assert.That(tags[0].Details!.Alarms!.All[0].Class, Is.EqualTo(AlarmClass.Default));
        Assert.That(tags[1].Details!.Alarms!.All[0].Text, Is.EqualTo(AlarmText.Parse("Door open")));
        Assert.That(((BitAlarm)tags[1].Details!.Alarms!.All[0]).When, Is.False);
    }

    [Test]
    public void A_number_has_limits()
    {
        var alarm = TagsOf(
            """
            - { name: Level, address: DB1.DBD4, type: Real, alarm: { class: Warnings, highHigh: 95, high: 90, low: 10, hysteresis: 1, exclusive: false } }
            """
        )[0]
            .Details!.Alarms!.All.Single();
        Assert.That(
            alarm,
            Is.EqualTo(
                new LevelAlarm
                {
                    Class = new AlarmClass("Warnings", 300, Acknowledge: false),
                    Text = AlarmText.Parse("Level"),
                    HighHigh = 95,
                    High = 90,
                    Low = 10,
                    Hysteresis = 1,
                    Exclusive = false,
                }
            )
        );
    }

    [Test]
    public void Values_of_tags_stand_in_texts_and_are_found_from_the_tag_outwards()
    {
        var tags = TagsOf(
            """
            - { name: T1/Level, address: DB1.DBD4, type: Real, alarm: { high: 90, text: "{Level:0.0} % in {Name}, {{sic}}: {State:X}" } }
            - { name: T1/State, address: DB1.DBW8, type: Word }
            - { name: Name, address: DB1.DBB10, type: String(8) }
            """
        );
        var text = tags[0].Details!.Alarms!.All[0].Text;
        Assert.That(text.Languages[0].Text, Is.EqualTo("{0} % in {1}, {{sic}}: {2}"));
        Assert.That(
            text.Fields,
            Is.EqualTo(new AlarmField[] { new("T1/Level", Decimals: 1), new("Name"), new("T1/State", Hexadecimal: true) })
        );
    }

    [Test]
    public void Groups_templates_types_and_tables_pass_classes_on()
    {
        using var map = new MapText()
            .With(
                "map.yaml",
                Classes
                    + "types: { Drive: { Fault: { type: Bool, alarm: { class: Errors } }, Run: Bool } }\n"
                    + MapText.WithTags(
                        """
                        - { group: G, alarmClass: Warnings, db: 2, tags: { A: { offset: 0.0, type: Bool, alarm: Low } } }
                        - { name: D, address: DB3.DBB0, type: "Array[1..2] of Drive" }
                        - { from: more.csv, alarmClass: Warnings }
                        """
                    )
            )
            .With("more.csv", "name;address;alarm;alarmClass\nX;M0.0;Burst;Errors\nY;M0.1;Leak;\nZ;M0.2;;\n");
        var (loaded, findings) = map.Load();
        Assert.That(findings, Is.Empty);
        var alarms = loaded!
            .Tags.Tags.Where(tag => tag.Details?.Alarms is not null)
            .Select(tag => $"{tag.Name} {tag.Details!.Alarms!.All[0].Class.Name}");
        Assert.That(alarms, Is.EqualTo(new[] { "G/A Warnings", "D[1]/Fault Errors", "D[2]/Fault Errors", "X Errors", "Y Warnings" }));
        Assert.That(loaded.Alarms!.Classes, Has.Count.EqualTo(2));
    }

    [Test]
    public void The_bit_of_an_acknowledgement_is_a_tag_of_the_map_or_is_made()
    {
        var tags = TagsOf(
            """
            - { name: A, address: DB1.DBX0.0, scan: fast, alarm: { ack: DB1.DBX2.0 } }
            - { name: B, address: DB1.DBX0.1, alarm: { ack: { write: DB1.DBX2.1, echo: DB1.DBX3.1 } } }
            - { name: M/C, address: DB1.DBX0.2, alarm: { ack: Ack } }
            - { name: M/Ack, address: DB1.DBX2.1, access: readwrite }
            """
        );
        var bits = tags.Where(tag => tag.Details?.Alarms is not null).Select(tag => tag.Details!.Alarms!.All[0]).ToArray();
        Assert.That((bits[0].AcknowledgeTag, bits[0].EchoTag), Is.EqualTo(("_Acknowledge/DB1.DBX2.0", "_Acknowledge/DB1.DBX2.0")));
        Assert.That((bits[1].AcknowledgeTag, bits[1].EchoTag), Is.EqualTo(("M/Ack", "_Acknowledge/DB1.DBX3.1")));
        Assert.That((bits[2].AcknowledgeTag, bits[2].EchoTag), Is.EqualTo(("M/Ack", "M/Ack")));
        Assert.That(
            tags.Single(tag => tag.Name == "_Acknowledge/DB1.DBX2.0"),
            Has.Property("Access").EqualTo(TagAccess.ReadWrite).And.Property("ScanGroup").EqualTo(tags[0].ScanGroup)
        );
    }

    [Test]
    public void A_map_without_alarms_has_no_settings_of_them()
    {
        Assert.That(MapText.Load(MapText.WithTags("- { name: A, address: M0.0 }")).Map!.Alarms, Is.Null);
        Assert.That(
            MapText.Load("alarms: { system: false }\n" + MapText.WithTags("- { name: A, address: M0.0 }")).Map!.Alarms,
            Is.Not.Null
        );
    }

    [TestCase("{ name: A, address: M0.0, alarm: { class: Erors } }", "there is no class of alarms 'Erors'; did you mean 'Errors'?")]
    [TestCase("{ name: A, address: M0.0, alarm: { class: Faults } }", "there is no class of alarms 'Faults'; add it to the map")]
    [TestCase("{ name: A, address: M0.0, alarmClass: Faults, alarm: x }", "there is no class of alarms 'Faults'")]
    [TestCase(
        "{ name: A, address: DB1.DBB0, type: String(8), alarm: { text: x } }",
        "an alarm is not possible for String[8]; it needs a Bool"
    )]
    [TestCase(
        "{ name: A, address: MW0, type: Word, alarm: { text: x } }",
        "an alarm of Word needs limits; write 'high: 90' or the like, or 'alarms'"
    )]
    [TestCase("{ name: A, address: M0.0, alarm: { high: 3 } }", "limits are only possible for a number, not for Bool")]
    [TestCase("{ name: A, address: MW0, type: Int, alarm: { high: 3, when: true } }", "'when' is for the state of a bit")]
    [TestCase(
        "{ name: A, address: MW0, type: Int, alarm: { high: 3, low: 5 } }",
        "the limits are in the wrong order: high 3 must be above low 5"
    )]
    [TestCase("{ name: A, address: MW0, type: Int, alarm: { highHigh: 3, high: 3 } }", "wrong order: highHigh 3 must be above high 3")]
    [TestCase(
        "{ name: A, address: MW0, type: Int, alarm: { high: 9, low: 5, hysteresis: 4 } }",
        "a hysteresis of 4 is wider than the space"
    )]
    [TestCase("{ name: A, address: MW0, type: Int, alarm: { hysteresis: 4 } }", "'hysteresis' and 'exclusive' need limits")]
    [TestCase("{ name: A, address: M0.0, alarm: { text: '{B} is hot' } }", "'{B}' names no tag of 'Line1'; write its path")]
    [TestCase("{ name: A, address: M0.0, alarm: { text: { english: x } } }", "'english' is no language; write it as de or en-US")]
    [TestCase("{ name: A, address: M0.0, alarm: { text: { en: x, EN: y } } }", "the text in 'EN' is given twice")]
    [TestCase("{ name: A, address: M0.0, alarm: { text: {} } }", "'text' has no texts")]
    [TestCase("{ name: A, address: M0.0, alarm: { ack: MW4 } }", "MW4 is no bit; write one such as M4.0")]
    [TestCase("{ name: A, address: M0.0, alarm: { ack: Nowhere } }", "'Nowhere' is neither a tag of 'Line1' nor an address")]
    [TestCase("{ name: A, address: M0.0, alarm: { ack: A } }", "'A' must be writable to acknowledge in the PLC; add 'access: readwrite'")]
    [TestCase("{ name: A, address: M0.0, alarm: { ack: I0.0 } }", "I0.0 is an input and can't be written")]
    [TestCase("{ name: A, address: M0.0, alarm: { severity: 1001 } }", "a whole number from 1 to 1000")]
    [TestCase("{ name: A, address: M0.0, alarm: { delay: 25h } }", "a duration from 0ms to 24h")]
    [TestCase("{ name: A, address: M0.0, alarm: { clas: Errors } }", "unknown key 'clas' of an alarm; did you mean 'class'?")]
    [TestCase("{ name: A, address: DB1.DBB0, type: U, alarm: x }", "an alarm goes with a value, and 'U' is a structure")]
    public void What_is_wrong_with_an_alarm_is_said_with_its_place(string tag, string message)
    {
        var findings = MapText.Load(Classes + "types: { U: { A: Bool } }\n" + MapText.WithTags("- " + tag)).Findings;
        Assert.That(findings, Has.Some.Match(@"map\.yaml:11:\d+: error: ").And.Some.Contains(message));
    }

    [Test]
    public void What_is_wrong_with_the_classes_is_said()
    {
        var findings = MapText
            .Load(
                "alarms: { classes: { A: { severity: 0 }, B: { ack: false, confirm: true } }, default: C }\n"
                    + MapText.WithTags("- { name: A, address: M0.0 }")
            )
            .Findings;
        Assert.That(findings, Has.Some.Contains("'severity' is the text '0'; write a whole number from 1 to 1000"));
        Assert.That(findings, Has.Some.Contains("the class 'B' is confirmed but not acknowledged"));
        Assert.That(findings, Has.Some.Contains("there is no class of alarms 'C'"));
    }

    [Test]
    public void An_alarm_in_a_class_that_is_not_always_read_is_a_warning()
    {
        var map = MapText
            .WithTags("- { name: A, address: M0.0, scan: rare, alarm: x }")
            .Replace("fast: 100ms", "rare: { interval: 1s, demand: true }");
        var findings = MapText.Load(map).Findings;
        Assert.That(findings.Single(), Does.Contain("warning: the alarm is seen only while 'A' is read"));
    }

    private static IReadOnlyList<Tag> TagsOf(string tags)
    {
        var (map, findings) = MapText.Load(Classes + MapText.WithTags(tags));
        Assert.That(findings, Is.Empty);
        return map!.Tags.Tags;
    }
}
