using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests;

/// <summary>What the loader says of mistakes: exact place, exact words.</summary>
public sealed class FindingsTests
{
    [TestCase("- { nme: A, address: MW0, type: Int }", "map.yaml:9:11: error: unknown key 'nme' of a tag; did you mean 'name'?")]
    [TestCase("- { name: A, address: MW0, type: Itn }", "map.yaml:9:40: error: 'Itn' is not a data type; did you mean Int?")]
    [TestCase(
        "- { name: A, address: MW0, type: Int, scan: fsat }",
        "map.yaml:9:51: error: unknown scan class 'fsat'; did you mean 'fast'? (classes are defined under 'scan' of the PLC)"
    )]
    [TestCase(
        "- { name: A, address: MW0, type: Int, access: readwirte }",
        "map.yaml:9:53: error: unknown value 'readwirte' for 'access'; did you mean 'readwrite'?"
    )]
    [TestCase(
        "- { name: A, address: DB1.DBD4 }",
        "map.yaml:9:29: error: the tag 'A' has no type, and DB1.DBD4 could be Real, DInt, DWord, UDInt, Time, Time_Of_Day or Bcd32; add 'type' with the right "
            + "one"
    )]
    [TestCase(
        "- { name: A, type: Int }",
        "map.yaml:9:9: error: the tag 'A' has no address; add 'address', or 'offset' inside a group with 'db'"
    )]
    [TestCase("- { address: MW0, type: Int }", "map.yaml:9:9: error: the tag has no name; add 'name'")]
    [TestCase(
        "- { name: A, offset: 4.0, type: Int }",
        "map.yaml:9:28: error: the offset '4.0' needs its data block; add 'db' to the group around it, or write an address such as DB1.DBD4"
    )]
    [TestCase(
        "- { name: A, address: IW0, type: Int, access: readwrite }",
        "map.yaml:9:29: error: IW0 is an input and can't be written; set 'access: read'"
    )]
    [TestCase(
        "- { name: A, address: QW0, type: Int, access: write }",
        "map.yaml:9:29: error: QW0 is an output, and writing it bypasses the PLC program; set 'access: read', or confirm with 'allowOutputs: true' on the PLC"
    )]
    [TestCase(
        "- { name: A, address: MW0, type: Int, range: [5, 1] }",
        "map.yaml:9:52: error: 'range' is not a range; write two numbers, the lower first, such as [0, 3000] or 0..3000"
    )]
    [TestCase(
        "- { name: A, address: M0.0, range: [0, 1] }",
        "map.yaml:9:29: error: 'range' and 'limits' are only possible for numbers, not for Bool; remove them"
    )]
    [TestCase(
        "- { name: A, address: AIW0, type: Int }",
        "map.yaml:9:41: error: the area of AIW0 can't be read on profile s7-1500; check 'profile', or copy the value into a data block in the PLC program"
    )]
    [TestCase(
        "- { name: A, address: M0.0, unit: rpm }",
        "map.yaml:9:29: error: 'unit' is only possible for numbers, not for Bool; remove it"
    )]
    [TestCase(
        "- { name: A, address: MW0, type: Int, range: [0, 10], limits: [20, 30] }",
        "map.yaml:9:40: warning: no value in the range 0..10 may be written, because the limits are 20..30; check both"
    )]
    [TestCase(
        "- { name: A, address: MW0, type: Int, range: [0, 10], deadband: 10 }",
        "map.yaml:9:40: warning: a deadband of 10 hides every change within 0..10; check 'deadband' and 'range'"
    )]
    [TestCase(
        "- { name: A, address: MW0, type: Int, scale: { raw: [0, 40000], value: [0, 1] } }",
        "map.yaml:9:40: warning: the raw numbers of 'scale' go beyond what Int can hold, -32768..32767; check 'raw' and 'type'"
    )]
    [TestCase(
        "- { name: A, address: DB1.DBB0, type: String(9), simulate: sine }",
        "map.yaml:9:45: error: 'simulate: sine' is only possible for numbers and Bools, not for String[9]; write 'simulate: hold', or remove it: texts and "
            + "points in time are simulated by default"
    )]
    [TestCase("- { name: A, name: B, address: MW0, type: Int }", "map.yaml:9:20: error: 'name' is given twice; remove one of them")]
    [TestCase(
        "- { name: A, address: MW0, type: Int, unit: }",
        "map.yaml:9:51: error: 'unit' has no value; write a unit such as rpm (quote %), or remove the key"
    )]
    [TestCase(
        "- { name: A, address: MW0, type: Int, db: 5 }",
        "map.yaml:9:45: error: 'db' belongs to a group or a use; write 'address: DB10.DBD4' here, or put the tag into a group with 'db'"
    )]
    [TestCase(
        "- { name: _Status/A, address: MW0, type: Int }",
        "map.yaml:9:17: error: the name '_Status/A' begins with _Status, which is reserved for the bridge; use another name"
    )]
    [TestCase(
        "- { name: _Device/SerialNumber, address: MW0, type: Int }",
        "map.yaml:9:17: error: the name '_Device/SerialNumber' begins with _Device, which is reserved for the bridge; use another name"
    )]
    [TestCase(
        "- { name: A//B, address: MW0, type: Int }",
        "map.yaml:9:17: error: the name 'A//B' has an empty level; a name must not begin or end with '/', or contain '//'"
    )]
    [TestCase(
        "- { name: \"A \", address: MW0, type: Int }",
        "map.yaml:9:17: error: the name 'A ' has a level that begins or ends with a blank; remove the blank"
    )]
    [TestCase(
        "- { name: \"A\\tB\", address: MW0, type: Int }",
        "map.yaml:9:17: error: the name 'A\tB' contains a control character; remove it"
    )]
    [TestCase(
        "- 17",
        "map.yaml:9:9: error: '17' is neither a tag nor a file of tags; write { name, address, type }, or a file that ends in .csv, .yaml, .db, .scl or .awl"
    )]
    public void One_mistake_is_one_finding_at_its_place(string line, string expected)
    {
        var findings = MapText.FindingsOfTags(line).Select(f => f.Replace(Path.GetTempPath(), "")).ToList();
        Assert.That(findings, Does.Contain(expected));
    }

    [Test]
    public void All_findings_come_at_once_from_top_to_bottom()
    {
        var findings = MapText.FindingsOfTags(
            """
            - { name: A, address: MW0, typ: Int }
            - { name: B, address: XY5 }
            - { name: B, address: MW4, type: Int, sacn: fast }
            """
        );
        Assert.That(
            findings.Select(f => f.Split(':')[1]),
            Is.EqualTo(new[] { "9", "10", "11" }),
            "a mistyped key is one mistake, and read as what it meant"
        );
    }

    [Test]
    public void A_name_that_is_given_twice_names_the_first_place()
    {
        Assert.That(
            MapText.FindingsOfTags(
                """
                - { name: A, address: MW0, type: Int }
                - { name: A, address: MW2, type: Int }
                """
            ),
            Is.EqualTo(new[] { "map.yaml:10:17: error: the name 'Line1/A' is given twice, first at map.yaml:9:17; rename one of them" })
        );
    }

    [Test]
    public void A_tag_that_is_also_a_folder_is_an_error()
    {
        Assert.That(
            MapText.FindingsOfTags(
                """
                - { name: Motor, address: MW0, type: Int }
                - { name: Motor/Drive/Speed, address: MW2, type: Int }
                """
            ),
            Is.EqualTo(new[] { "map.yaml:9:17: error: 'Line1/Motor' is both a tag and a folder of other tags; rename one of the two" })
        );
    }

    [Test]
    public void A_node_id_must_not_meet_another()
    {
        Assert.That(
            MapText.FindingsOfTags(
                """
                - { name: A, address: MW0, type: Int, nodeId: X }
                - { name: B, address: MW2, type: Int, nodeId: X }
                - { name: C/D, address: MW4, type: Int, nodeId: Line1/C }
                """
            ),
            Is.EqualTo(
                new[]
                {
                    "map.yaml:10:17: error: the node id 'X' is given twice, first at map.yaml:9:17; change one of them",
                    "map.yaml:11:17: error: the node id 'Line1/C' is also the node id of the tag or folder of that name; change it",
                }
            )
        );
    }

    [Test]
    public void Bytes_read_in_two_ways_are_a_warning_and_aliases_and_bits_of_words_are_not()
    {
        Assert.That(
            MapText.FindingsOfTags(
                """
                - { name: A, address: DB1.DBD0, type: Real }
                - { name: Alias, address: DB1.DBD0, type: Real }
                - { name: B, address: DB1.DBW2, type: Int }
                - { name: Word, address: DB1.DBW10, type: Word }
                - { name: Bit, address: DB1.DBX10.3 }
                """
            ),
            Is.EqualTo(
                new[]
                {
                    "map.yaml:11:29: warning: 'B' (DB1.DBW2, Int) shares bytes with 'A' (DB1.DBD0, Real); check the address, unless this is intended",
                }
            )
        );
    }

    [Test]
    public void A_point_in_time_without_a_zone_is_one_warning()
    {
        Assert.That(
            MapText.FindingsOfTags(
                """
                - { name: A, address: DB1.DBB0, type: DTL }
                - { name: B, address: DB1.DBB12, type: DTL }
                """
            ),
            Is.EqualTo(
                new[]
                {
                    "map.yaml:9:45: warning: points in time of 'Line1' are read as UTC; add 'timezone: Europe/Berlin' (or UTC, to confirm) to the PLC",
                }
            )
        );
    }

    [TestCase(
        "s7-1200",
        "T5",
        "the area of T5 can't be read on profile s7-1200; check 'profile', or copy the value into a data block in the PLC program"
    )]
    [TestCase(
        "logo",
        "C3",
        "the area of C3 can't be read on profile logo; check 'profile', or copy the value into a data block in the PLC program"
    )]
    [TestCase("s7-300", "DB1.DBB0, type: LReal", "the type LReal does not exist on profile s7-300; check 'profile' and 'type'")]
    [TestCase("s7-1200", "DB1.DBB0, type: LInt", "the type LInt does not exist on profile s7-1200; check 'profile' and 'type'")]
    public void What_a_family_does_not_have_is_an_error(string profile, string address, string expected)
    {
        var text = MapText.WithTags($"- {{ name: A, address: {address} }}").Replace("s7-1500", profile);
        Assert.That(MapText.Load(text).Findings, Has.One.EndsWith(expected));
    }
}
