using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests;

/// <summary>What people write who know YAML little, or other bridges well: one finding, at its place, with what to type.</summary>
public sealed class NewcomerTests
{
    [TestCase("- {name:A, address: DB1.DBW0, type: Int}", "map.yaml:9:10: error: a blank is missing after the colon: write 'name: A'")]
    [TestCase(
        "- { name: A, address:DB1.DBW0, type: Int }",
        "map.yaml:9:20: error: a blank is missing after the colon: write 'address: DB1.DBW0'"
    )]
    [TestCase("- name:A\n  address: DB1.DBW0\n  type: Int", "map.yaml:9:9: error: a blank is missing after the colon: write 'name: …'")]
    [TestCase("{ Level:MW0 Int }", "map.yaml:9:9: error: a blank is missing after the colon: write 'Level: MW0 Int'")]
    [TestCase(
        "- { group: G, db: 1, tags: { Level:0.0 Int } }",
        "map.yaml:9:36: error: a blank is missing after the colon: write 'Level: 0.0 Int'"
    )]
    [TestCase(
        "{ name: A, address: DB1.DBW0, type: Int }",
        "map.yaml:9:7: error: a tag in a list begins with a dash: put '- ' in front of the '{'"
    )]
    [TestCase(
        "name: A\naddress: DB1.DBW0\ntype: Int",
        "map.yaml:9:7: error: a tag in a list begins with a dash: put '- ' in front of 'name', and indent its other keys by two blanks"
    )]
    [TestCase("-name: A\naddress: DB1.DBW0\ntype: Int", "map.yaml:9:7: error: a blank is missing after the dash: write '- name: A'")]
    [TestCase("-{ name: A, address: DB1.DBW0, type: Int }", "map.yaml:9:7: error: a blank is missing after the dash: write '- { name…'")]
    [TestCase(
        "- { name: A, address: DB1.DBW0, type: Int }\n  - { name: B, address: DB1.DBW2, type: Int }",
        "map.yaml:10:9: error: this dash is in column 9 and the one of the list above, in line 9, in column 7; move it to column 7"
    )]
    [TestCase(
        " - { name: A, address: DB1.DBW0, type: Int }\n- { name: B, address: DB1.DBW2, type: Int }",
        "map.yaml:10:7: error: this dash is in column 7 and the one of the list above, in line 9, in column 8; move it to column 8"
    )]
    [TestCase(
        "- name: A\n address: DB1.DBW0\n  type: Int",
        "map.yaml:10:8: error: this line begins in column 8 and the key above, in line 9, in column 9; keys of one entry begin in one column: move it to "
            + "column 9"
    )]
    [TestCase(
        "-\u00A0{ name: A, address: DB1.DBW0, type: Int }",
        "map.yaml:9:8: error: this is a non-breaking space (U+00A0), which YAML does not take for a "
            + "blank; type a plain one in its place"
    )]
    [TestCase(
        "- { name:\u00A0A, address: DB1.DBW0, type: Int }",
        "map.yaml:9:11: error: this is a non-breaking space (U+00A0), which YAML does not take for "
            + "a blank; type a plain one in its place"
    )]
    [TestCase(
        "- { name: A, address: DB1.DBW0,\u00A0type: Int }",
        "map.yaml:9:38: error: this is a non-breaking space (U+00A0), which YAML does not take for "
            + "a blank; type a plain one in its place"
    )]
    [TestCase(
        "- { name: A, address: DB1.DBB0, type: “String[20]” }",
        "map.yaml:9:45: error: “ is a typographic quote, which YAML takes for a letter; type a plain one, \" or '"
    )]
    [TestCase(
        "- { name: A, address: „DB1.DBW0“, type: Int }",
        "map.yaml:9:29: error: „ is a typographic quote, which becomes part of the value; type plain ones: \"DB1.DBW0\""
    )]
    [TestCase(
        "- { name: A, address: DB1.DBB0, type: MotorUdt }",
        "map.yaml:9:45: error: unknown type 'MotorUdt'; a UDT stands under 'types:' with its members, or 'types: { from: [MotorUdt.udt] }', where there are "
            + "none yet; other types are written as TIA Portal spells them, such as Bool, Int, DInt, Real or String[20]"
    )]
    [TestCase(
        "- { name: A, address: DB1.DBW0, type: Int, scan: 100ms }",
        "map.yaml:9:56: error: '100ms' is an interval, and 'scan' of a tag names a class; write 'scan: fast'"
    )]
    [TestCase(
        "- { name: A, address: DB1.DBW0, type: Int, scan: 250ms }",
        "map.yaml:9:56: error: '250ms' is an interval, and 'scan' of a tag names a class; write 'scan: fast' here and 'scan: { fast: 250ms }' at the PLC"
    )]
    [TestCase(
        "- { name: A, address: DB1.DBD0, type: Real, swap: CDAB }",
        "map.yaml:9:57: error: 'CDAB' for 'swap' is the order that is called 'word' here; write 'swap: word'"
    )]
    [TestCase(
        "- { name: A, address: DB1.DBD0, type: Real, swap: ABCD }",
        "map.yaml:9:57: error: 'ABCD' for 'swap' is the order of S7 itself; remove 'swap'"
    )]
    [TestCase(
        "- { name: A, address: DB1.DBD0, type: Real, access: rw }",
        "map.yaml:9:59: error: 'rw' for 'access' is short for what is written out here; write 'access: readwrite'"
    )]
    [TestCase(
        "- { group: T, db: 1, tags: { Level: 0.0 Real percent 0..100 } }",
        "map.yaml:9:43: error: the parts of the short form are separated by commas: write '0.0 Real, percent, 0..100'"
    )]
    [TestCase(
        "- { group: T, db: 1, tags: { Level: \"0.0 Array[0..9] of Int rpm scan fast, read\" } }",
        "map.yaml:9:44: error: the parts of the short form are separated by commas: write '0.0 Array[0..9] of Int, rpm, scan fast, read'"
    )]
    [TestCase(
        "- { name: A, address: DB1.DBW0, type: Int, scale: 0.1 }",
        "map.yaml:9:57: error: 'scale' is the factor 0.1; write two points of the line, raw and value: { raw: [0, 1000], value: [0, 100] }"
    )]
    [TestCase(
        "- { name: A, address: DB1.DBW0, type: Int, scale: [0, 27648] }",
        "map.yaml:9:57: error: 'scale' is a list; write two points of a line, raw and value: { raw: [0, 27648], value: [0, 100] }"
    )]
    [TestCase(
        "- { name: A, address: DB1.DBW0, address: DB1.DBW2, type: Int }",
        "map.yaml:9:39: error: 'address' is given twice; remove one of them"
    )]
    public void One_mistake_in_the_tags_is_one_finding(string tags, string expected) =>
        Assert.That(MapText.FindingsOfTags(tags), Is.EqualTo(new[] { expected }));

    [Test]
    public void A_second_tag_without_a_dash_is_told_too() =>
        Assert.That(
            MapText.FindingsOfTags("{ name: A, address: DB1.DBW0, type: Int }\n{ name: B, address: DB1.DBW2, type: Int }"),
            Is.EqualTo(
                new[]
                {
                    "map.yaml:9:7: error: a tag in a list begins with a dash: put '- ' in front of the '{'",
                    "map.yaml:10:7: error: an entry of a list begins with a dash: put '- ' in front of the '{'",
                }
            )
        );

    [TestCase("{ name: MW0 Int, address: MW2 Int }", "name,address")]
    [TestCase("- { group: G, db: 1, tags: { type: 0.0 Int, offset: 2.0 Int, name: 4.0 Int } }", "G/type,G/offset,G/name")]
    public void Tags_may_have_the_names_of_keys(string tags, string names) =>
        Assert.That(string.Join(',', MapText.TagsOf(tags).Select(tag => tag.Name)), Is.EqualTo(names));

    [Test]
    public void Texts_for_people_have_any_quotes_and_blanks() =>
        Assert.That(
            MapText.FindingsOfTags("- { name: A, address: DB1.DBW0, type: Int, unit: \"5\u00A0%\", description: „Not-Aus“ }"),
            Is.Empty
        );

    [Test]
    public void An_unknown_type_names_those_that_there_are() =>
        Assert.That(
            MapText
                .Load(
                    MapText.WithTags("- { name: A, address: DB1.DBB0, type: UDT_Motor }")
                        + "types: { Valve: { A: Int }, Pump: { A: Int } }\n"
                )
                .Findings[0],
            Does.StartWith(
                "map.yaml:9:45: error: unknown type 'UDT_Motor'; a UDT stands under 'types:' with its members, or 'types: { from: "
                    + "[UDT_Motor.udt] }', where there are Valve, Pump;"
            )
        );

    [TestCase(
        "server: { security: Basic256 }\nplcs: []\n",
        "map.yaml:1:21: error: 'Basic256' for 'security' is a policy that the OPC Foundation has withdrawn because it is unsafe; write Basic256Sha256, "
            + "Aes128_Sha256_RsaOaep or Aes256_Sha256_RsaPss, or leave 'security' out for all three"
    )]
    [TestCase(
        "server: { security: [SignAndEncrypt] }\nplcs: []\n",
        "map.yaml:1:22: error: 'SignAndEncrypt' for 'security' is a mode and no policy; the modes Sign and SignAndEncrypt come with every policy: write "
            + "Basic256Sha256, Aes128_Sha256_RsaOaep or Aes256_Sha256_RsaPss, or leave 'security' out for all three"
    )]
    [TestCase(
        "server: { anonymous: read, security: [None] }\ntags: [ { name: A, address: MW0, type: Int } ]\n",
        "map.yaml:2:1: error: 'tags' belongs to a PLC: move it below 'plcs:', into an entry that begins with '- name: Line1'"
    )]
    [TestCase(
        "tags:\n  - { name: A, address: MW0, type: Int }\n",
        "map.yaml:1:1: error: 'tags' belongs to a PLC: move it below 'plcs:', into an entry that begins with '- name: Line1'"
    )]
    [TestCase(
        "server: { anonymous: read, security: [None] }\nplcs: [ { name: L, host: h, scan: 100ms } ]\n",
        "map.yaml:2:35: error: 'scan' of a PLC names scan classes with their intervals; write { normal: 100ms } for the class of all tags that name none"
    )]
    [TestCase(
        "server: { anonymous:read, security: [None] }\nplcs: []\n",
        "map.yaml:1:11: error: a blank is missing after the colon: write 'anonymous: …'"
    )]
    public void One_mistake_around_the_tags_is_one_finding(string text, string expected) =>
        Assert.That(MapText.Load(text).Findings, Is.EqualTo(new[] { expected }));

    [TestCase("192.168.10.2O", "the letter O; write 192.168.10.20 if the address is meant")]
    [TestCase("l92.168.10.20", "the letter l; write 192.168.10.20 if the address is meant")]
    public void A_letter_in_an_address_is_a_warning(string host, string expected)
    {
        var (map, findings) = MapText.Load($"server: {{ anonymous: read, security: [None] }}\nplcs: [ {{ name: L, host: {host} }} ]\n");
        Assert.That(map, Is.Not.Null);
        Assert.That(
            findings,
            Is.EqualTo(new[] { $"map.yaml:2:26: warning: 'host' is {host} and taken for a name, because it has {expected}" })
        );
    }

    [Test]
    public void Numbers_at_odd_bytes_are_one_warning_for_a_PLC() =>
        Assert.That(
            MapText.FindingsOfTags(
                """
                - { name: A, address: DB1.DBW1, type: Int }
                - { name: B, address: DB1.DBD5, type: Real }
                - { group: G, db: 2, tags: { C: 7.0 DInt } }
                """
            ),
            Is.EqualTo(
                new[]
                {
                    "map.yaml:9:29: warning: DB1.DBW1 begins at an odd byte, where no block of TIA Portal or STEP 7 has a number (2 more of 'Line1' do); "
                        + "check the address, unless the data is packed",
                }
            )
        );

    [TestCase("DB1.DBB1, type: Byte", "s7-1500")]
    [TestCase("DB1.DBX1.0, type: Bool", "s7-1500")]
    [TestCase("DB1.DBW1, type: Bcd16", "s7-1500")]
    [TestCase("DB1.DBB1, type: \"Array[0..9] of Byte\"", "s7-1500")]
    [TestCase("DB1.DBD1, type: Real, swap: word", "s7-1500")]
    [TestCase("IW1, type: Int", "s7-1500")]
    [TestCase("VW1, type: Int", "s7-200")]
    [TestCase("DB1.DBW1, type: Int", "generic")]
    public void What_may_lie_at_an_odd_byte_is_no_warning(string address, string profile) =>
        Assert.That(MapText.Load(MapText.WithTags($"- {{ name: A, address: {address} }}").Replace("s7-1500", profile)).Findings, Is.Empty);

    [Test]
    public void Names_with_dots_in_a_PLC_without_folders_are_one_hint() =>
        Assert.That(
            MapText.FindingsOfTags("- { name: Motor.Speed, address: MW0, type: Int }\n- { name: Motor.Current, address: MW2, type: Int }"),
            Is.EqualTo(
                new[]
                {
                    "map.yaml:9:17: warning: the dot in 'Motor.Speed' is part of the name, levels are separated by '/'; write 'Motor/Speed' for folders",
                }
            )
        );

    [TestCase("- { name: V1.5, address: MW0, type: Int }")]
    [TestCase("- { name: Temp.2, address: MW0, type: Int }")]
    [TestCase("- { name: Motor.Speed, address: MW0, type: Int }\n- { name: A/B, address: MW2, type: Int }")]
    public void Other_dots_are_no_hint(string tags) => Assert.That(MapText.FindingsOfTags(tags), Is.Empty);

    [TestCase("\\e[2J", "\\u001B[2J")]
    [TestCase("\\u009B2J", "\\u009B2J")]
    [TestCase("\\nmap.yaml:1:1: error: forged", "\\u000Amap.yaml:1:1: error: forged")]
    public void What_a_name_has_can_not_move_the_cursor_or_forge_a_line(string written, string shown)
    {
        var (_, findings) = MapText.Load(
            $"server: {{ anonymous: read, security: [None] }}\nplcs: [ {{ name: \"L{written}\", host: h }} ]\n"
        );
        Assert.That(
            findings,
            Is.EqualTo(new[] { $"map.yaml:2:17: error: the PLC name 'L{shown}' contains a control character; remove it" })
        );
    }

    [Test]
    public void Every_finding_is_one_printable_line()
    {
        var finding = new Finding(new SourceLocation(new SourceFile("a\u001B[2J.yaml"), 1, 1), IsError: true, "x\u202Ey\u2028z\r\u0000");
        Assert.That(finding.ToString(), Is.EqualTo("a\\u001B[2J.yaml:1:1: error: x\\u202Ey\\u2028z\\u000D\\u0000"));
        Assert.That(finding.Message, Does.Not.Match("[\\x00-\\x1F\\u2028\\u202E]"));
    }
}
