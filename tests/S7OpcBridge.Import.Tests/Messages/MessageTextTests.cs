using System.Text;
using S7OpcBridge.Testing;
using static S7OpcBridge.Import.Tests.Messages.MessageMap;

namespace S7OpcBridge.Import.Tests.Messages;

/// <summary>Lists with the texts of what an S7-300 or S7-400 sends by number: made by hand in the form of what WinCC, TIA Portal and people write.</summary>
public sealed class MessageTextTests
{
    // As WinCC's Alarm Logging shows its columns: decimal numbers, one language, and messages of its own by a tag.
    internal const string WinCc = """
        Number;Message class;Message type;Message tag;Message bit;Message text;Point of error;PLC number
        1610613027;Alarm;Alarm high;;;Pump @1%d@ overload, @2W%5u@ A;P1;1
        161;Warning;Warning;;;"Level ""low""; refill";T1;1
        12;Alarm;Alarm high;Faults;3;Door open;D1;0
        """;

    [Test]
    public void A_list_of_WinCC_becomes_the_texts_of_the_only_PLC()
    {
        var map = Imported(("alarms.csv", Encoding.UTF8.GetBytes(WinCc)));
        Assert.That(map.Result.Files.Select(static file => file.Name), Is.EqualTo(new[] { "map.yaml", "map-texts.csv" }));
        Assert.That(map.Text, Does.Contain("    alarms: { plc: true, texts: map-texts.csv }"));
        Assert.That(map.Text, Does.Contain("    Alarm: { severity: 800 }").And.Contain("    Warning: { severity: 400, ack: false }"));
        Assert.That(
            Texts(map),
            Is.EqualTo(new[] { "000000A1 400 =Level \"low\"; refill", "60000123 800 =Pump @1%d@ overload, @2W%5u@ A" })
        );
        Assert.That(map.Lines, Has.Some.Contains("Skipped").And.Some.Contains("message 12: WinCC raises it itself by the tag 'Faults'"));
        Assert.That(map.Lines, Has.Some.Contains("read as decimal ones: 1610613027 is 60000123 in the bridge"));
        Assert.That((map.Result.Report.Messages, map.Result.Report.Taken), Is.EqualTo((2, 1)));
        Assert.That(map.Result.Report.Sources.Single(static source => source.Path == "alarms.csv").Messages, Is.EqualTo(2));
    }

    [Test]
    public void A_workbook_of_TIA_Portal_has_all_languages_and_its_own_system_events_are_no_messages()
    {
        var map = Imported(
            (
                "PLCAlarms.xlsx",
                Xlsx.Of(
                    (
                        "SystemEvents",
                        [
                            ["ID", "Alarm text [en-US], Alarm text"],
                            ["110000", "Panel started"],
                        ]
                    ),
                    (
                        "PLC alarms",
                        [
                            [
                                "Name",
                                "ID",
                                "Alarm class",
                                "Alarm text [en-US], Alarm text",
                                "Alarm text [de-DE], Alarm text",
                                "Info text [en-US], Info text",
                            ],
                            ["Overload", "1610613027", "", "Motor @1%d@", "Antrieb @1%d@", "Wait"],
                            ["Door", "1610613028", "<No Value>", "Door open", "", ""],
                        ]
                    )
                )
            )
        );
        Assert.That(Texts(map), Is.EqualTo(new[] { "60000123 0 en-US=Motor @1%d@|de-DE=Antrieb @1%d@", "60000124 0 en-US=Door open" }));
        Assert.That(map.Text, Does.Not.Contain("classes"));
    }

    [TestCase("utf-16 with mark")]
    [TestCase("utf-16 without mark")]
    [TestCase("windows-1252")]
    [TestCase("utf-8 with mark")]
    public void Every_encoding_of_a_PC_and_every_separator_is_read(string encoding)
    {
        foreach (var separator in ";,\t")
        {
            var text = $"Meldenummer{separator}Meldetext [de-DE]\r\n1610613027{separator}Förderband läuft über\r\n";
            byte[] bytes = encoding switch
            {
                "utf-16 with mark" => [0xFF, 0xFE, .. Encoding.Unicode.GetBytes(text)],
                "utf-16 without mark" => Encoding.Unicode.GetBytes(text),
                "windows-1252" => Encoding.Latin1.GetBytes(text),
                _ => [0xEF, 0xBB, 0xBF, .. Encoding.UTF8.GetBytes(text)],
            };
            Assert.That(
                Texts(Imported(("meldungen.txt", bytes))),
                Is.EqualTo(new[] { "60000123 0 de-DE=Förderband läuft über" }),
                $"{separator}"
            );
        }
    }

    [TestCase("60000123;a\n60000124;b", "60000123,60000124", Description = "As the bridge shows them.")]
    [TestCase("000000A1;a\n00000161;b", "000000A1,00000161")]
    [TestCase("A1;a\n161;b", "000000A1,00000161")]
    [TestCase("161;a\n60000123;b", "000000A1,0393877B", Description = "Not all have eight digits.")]
    [TestCase("20971530;a\n20971531;b", "0140000A,0140000B")]
    [TestCase("DW#16#4E25;a\n161;b", "000000A1,00004E25")]
    [TestCase("0xA1;a\n16#6000_0123/3;b", "000000A1,60000123/3")]
    public void Whether_numbers_are_hexadecimal_is_told_by_all_of_a_list(string rows, string names) =>
        Assert.That(
            string.Join(
                ',',
                Texts(Imported(("list.csv", Encoding.UTF8.GetBytes($"id;text\n{rows}\n")))).Select(static text => text.Split(' ')[0])
            ),
            Is.EqualTo(names)
        );

    [Test]
    public void Lists_of_one_language_each_are_joined_and_the_first_of_two_texts_stays()
    {
        var map = Imported(
            ("de.csv", Encoding.UTF8.GetBytes("id;signal;de-DE\n161;1;Motor\n161;2;Pumpe\n162;;Tür\n")),
            ("en.csv", Encoding.UTF8.GetBytes("id;signal;en-US\n161;1;Motor\n161;2;Pump\n")),
            ("more.csv", Encoding.UTF8.GetBytes("id;signal;en-US\n161;2;Fan\n162;;Door\n"))
        );
        Assert.That(
            Texts(map),
            Is.EqualTo(
                new[] { "000000A1/1 0 de-DE=Motor|en-US=Motor", "000000A1/2 0 de-DE=Pumpe|en-US=Pump", "000000A2 0 de-DE=Tür|en-US=Door" }
            )
        );
        Assert.That(
            map.Lines,
            Has.Exactly(1).Contains("LeftOut more.csv:2 message 000000A1/2: an earlier row has another text for it in en-US")
        );
    }

    [Test]
    public void Values_stay_in_the_form_that_the_bridge_fills_and_what_it_cannot_fill_is_said()
    {
        var map = Imported(
            (
                "list.csv",
                Encoding.UTF8.GetBytes(
                    "id;text\n1;@1%d@ @10%8.2f@ a@b.de\n2;State @2W%t#A list with a long name@\n3;\"two\nlines @1w%d@\"\n4;Value <field ref=\"0\" />\n"
                )
            )
        );
        Assert.That(
            Texts(map),
            Is.EqualTo(
                new[]
                {
                    "00000001 0 =@1%d@ @10%8.2f@ a@b.de",
                    "00000002 0 =State @2%d@",
                    "00000003 0 =two lines @1W%d@",
                    "00000004 0 =Value <field ref=\"0\" />",
                }
            )
        );
        Assert.That(map.Lines, Has.Some.Contains("Changed list.csv:3 message 2: its text lists are not imported"));
        Assert.That(map.Lines, Has.Some.Contains("Changed list.csv:6 message 4: it has fields of an HMI"));
    }

    [Test]
    public void What_is_no_message_is_left_out_with_its_row_and_reason()
    {
        var map = Imported(
            (
                "list.csv",
                Encoding.UTF8.GetBytes(
                    $"id;signal;text\nMotor;;a\n0;;b\n-1;;c\n7205759403792793600;;d\n5;9;e\n6;;\n;;\n7;;{new string('x', 2001)}\n8;0;fine\n"
                )
            )
        );
        Assert.That(Texts(map).Select(static text => text.Split(' ')[0]), Is.EqualTo(new[] { "00000007", "00000008" }));
        Assert.That(map.Lines, Has.Some.Contains("LeftOut list.csv:2 message Motor: its number is no whole number above 0"));
        Assert.That(map.Lines, Has.Some.Contains("list.csv:3 message 0").And.Some.Contains("list.csv:4 message -1"));
        Assert.That(map.Lines, Has.Some.Contains("list.csv:5 message 7205759403792793600: its number is longer than those of an S7-300"));
        Assert.That(map.Lines, Has.Some.Contains("list.csv:6 message 5: its signal '9' is not 1 to 8"));
        Assert.That(map.Lines, Has.Some.Contains("list.csv:7 message 6: it has no text"));
        Assert.That(map.Lines, Has.Some.Contains("Changed list.csv:9 message 7: its text is longer than 2,000 characters"));
    }

    [Test]
    public void Texts_without_a_PLC_are_a_list_alone()
    {
        var map = ImportedMap.Of("alarms.csv", WinCc);
        var (name, text) = map.Result.Files.Single();
        Assert.That(name, Is.EqualTo("map-texts.csv"));
        Assert.That(text, Does.StartWith("id;class;text\n60000123;Alarm;\"Pump @1%d@ overload, @2W%5u@ A\"\n"));
        Assert.That((map.Result.Plcs, map.Result.Report.HasFailed, map.Result.HasOpenHost), Is.EqualTo((0, false, false)));
        Assert.That(
            ImportText.NextSteps(map.Result, "map.yaml").Single(),
            Does.Contain("'alarms: { plc: true, texts: map-texts.csv }' in map.yaml")
        );
    }

    [Test]
    public void Of_several_PLCs_the_one_that_can_send_messages_gets_them()
    {
        var (list, project) = (("list.csv", Encoding.UTF8.GetBytes("id;text\n161;a\n")), Devices(("Old", 2), ("New", 4)));
        var map = Imported(null, list, project);
        Assert.That(map.Text, Does.Contain("alarms: { plc: true, texts: map-Siemens.Old-texts.csv }"));
        Assert.That(Texts(map), Is.EqualTo(new[] { "000000A1 0 =a" }));
        var new1500 = Imported(null, list, Devices(("New", 4)));
        Assert.That(new1500.Lines, Has.Some.Contains("LeftOut list.csv:2 messages: no PLC of the sources is an S7-300 or S7-400"));
        Assert.That(new1500.Result.Files, Has.Count.EqualTo(1));
        var two = Devices(("A", 2), ("B", 1));
        Assert.That(
            Imported(null, list, two).Lines,
            Has.Some.Contains("messages: the sources have several PLCs").And.Some.Contains("--plc")
        );
        var named = Imported(new ImportOptions { Host = "192.168.0.10", Plc = "B" }, list, two);
        Assert.That(named.Text, Does.Contain("- name: B").And.Contain("alarms: { plc: true, texts: map-texts.csv }"));
    }

    [TestCase("$_Languages\n9(1) English (United States)\t7(1) German (Germany)\n$_Type(NetworkTitle)\nMotor\tMotor\n")]
    [TestCase("ID;Category;en-US;de-DE\n1;Alarm;Door;Tür\n")]
    public void What_is_made_for_translators_is_refused_with_what_to_do(string text)
    {
        var bytes = text.StartsWith('$')
            ? Encoding.UTF8.GetBytes(text)
            : Xlsx.Of("User Texts", [.. text.TrimEnd().Split('\n').Select(static row => row.Split(';'))]);
        var map = ImportedMap.Of(null, ("texts", bytes));
        Assert.That(map.Result.Files, Is.Empty);
        Assert.That(map.Lines.Single(), Does.StartWith("Failed").And.Contain("nothing in it tells the numbers of the messages"));
    }

    [Test]
    public void Lists_of_tags_and_alarms_of_an_HMI_are_what_they_were()
    {
        Assert.That(
            ImportedMap.Of("own.csv", "number;text;address\n1;Motor;DB1.DBX0.0\n").Lines.Single(),
            Does.StartWith("Failed").And.Contain("the format is not known")
        );
        Assert.That(
            ImportedMap
                .Of("a.csv", "ID;Name;Alarm text [de-DE];Class;Trigger tag;Trigger bit\n1;A1;Tür;Errors;%DB5.DBW10;3\n")
                .Result.Report.Sources[0]
                .Format,
            Is.EqualTo("WinCC alarms")
        );
    }

    [Test]
    public void Too_many_messages_are_cut_and_said()
    {
        var text = new StringBuilder("id;text\n");
        for (var i = 1; i <= 50_003; i++)
            text.Append(i).Append(";t\n");
        var map = Imported(("list.csv", Encoding.UTF8.GetBytes(text.ToString())));
        Assert.That(map.Result.Report.Messages, Is.EqualTo(50_000));
        Assert.That(map.Lines, Has.Some.Contains("there are more than 50,000 texts of messages"));
        Assert.That(map.Result.Report.LeftOut, Is.EqualTo(3));
    }
}
