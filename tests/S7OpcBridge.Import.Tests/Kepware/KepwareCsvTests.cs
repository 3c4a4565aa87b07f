using System.Text;
using S7OpcBridge.Core;

namespace S7OpcBridge.Import.Tests.Kepware;

public sealed class KepwareCsvTests
{
    internal const string Head =
        "Tag Name,Address,Data Type,Respect Data Type,Client Access,Scan Rate,Scaling,Raw Low,Raw High,Scaled Low,Scaled High,Scaled Data Type,Clamp "
        + "Low,Clamp High,Eng Units,Description,Negate Value\n";

    [TestCase("DB5,B10.3", "Boolean")]
    [TestCase("DB5,W10.3", "Word")]
    [TestCase("DB5,C10.20", "Char")]
    public void A_bit_or_length_behind_a_number_is_left_out_and_not_read_as_an_array(string address, string type)
    {
        var map = ImportedMap.Of(
            "tags.csv",
            $"{Head}\"Tag\",\"{address}\",{type},1,R/W,100,,,,,,,,,,\"\",\n\"Other\",\"DB5,W0\",Word,1,R/W,100,,,,,,,,,,\"\",\n"
        );
        Assert.That(map.Result.Report.Share, Is.EqualTo(50));
        Assert.That(map.Lines, Has.Some.Contains("write X with byte and bit"));
    }

    [TestCase("DB5,INT10", "Short", "DB5.DBW10 Int")]
    [TestCase("DB5,X10.3", "Boolean", "DB5.DBX10.3 Bool")]
    [TestCase("DB5,STRING10.20", "String", "DB5.DBB10 String[20]")]
    [TestCase("DB5,TIME12", "String", "DB5.DBD12 Time")]
    [TestCase("DB5,KT10", "Long", "DB5.DBW10 S5Time")]
    [TestCase("DB5,INT10[4]", "Short Array", "DB5.DBW10 Array[0..3] of Int")]
    [TestCase("DB5,INT10[2][3]", "Short Array", "DB5.DBW10 Array[0..5] of Int")]
    [TestCase("DB5,X76[4]", "Boolean Array", "DB5.DBX76.0 Array[0..3] of Bool")]
    [TestCase("IB0[8]", "Byte Array", "IB0 Array[0..7] of Byte")]
    [TestCase("DB5,W10", "BCD", "DB5.DBW10 Bcd16")]
    [TestCase("DB5,D10", "LBCD", "DB5.DBD10 Bcd32")]
    [TestCase("DB5,D10", "Float", "DB5.DBD10 Real")]
    [TestCase("DB1.DBW0", "Short", "DB1.DBW0 Int")]
    [TestCase("DB1.D4", "DWord", "DB1.DBD4 DWord")]
    [TestCase("DB1:D4", "Long", "DB1.DBD4 DInt")]
    [TestCase("MX70.1", "Boolean", "M70.1 Bool")]
    [TestCase("MDINT2", "Long", "MD2 DInt")]
    [TestCase("VW10", "Word", "DB1.DBW10 Word")]
    [TestCase("DB3,DT20", "String", "DB3.DBB20 Date_And_Time")]
    public void An_address_and_its_data_type_become_address_and_type(string address, string type, string expected)
    {
        var map = ImportedMap.Of("tags.csv", $"{Head}\"Tag\",\"{address}\",{type},1,R/W,100,,,,,,,,,,\"\",\n");
        Assert.That(map.Place("Tag"), Is.EqualTo(expected));
        Assert.That(map.Result.Report.Share, Is.EqualTo(100));
    }

    [TestCase("T5", "T5")]
    [TestCase("C3", "C3")]
    public void Timers_and_counters_are_read_only(string address, string expected)
    {
        var map = ImportedMap.Of("tags.csv", $"{Head}\"Tag\",\"{address}\",DWord,1,R/W,100,,,,,,,,,,\"\",\n");
        Assert.That(map["Tag"].Address.ToString(), Is.EqualTo(expected));
        Assert.That(map["Tag"].Access, Is.EqualTo(TagAccess.Read));
        Assert.That(map.Lines.Single(), Does.StartWith("Changed tags.csv:2 Tag: it is read only"));
    }

    [Test]
    public void Groups_rates_access_units_and_descriptions_arrive_in_the_map()
    {
        var map = ImportedMap.Of(
            "tags.csv",
            Head
                + """
                "Mixer.Motor.Speed","DB10,REAL4",Float,1,RO,100,,,,,,,,,rpm,"Speed: of ""A"", #1",
                "Mixer.Motor.Run","DB10,X0.0",Boolean,1,R/W,500,,,,,,,,,,"it's on",
                """
        );
        var speed = map["Mixer/Motor/Speed"];
        Assert.That(speed.Details!.Unit, Is.EqualTo("rpm"));
        Assert.That(speed.Details.Description, Is.EqualTo("Speed: of \"A\", #1"));
        Assert.That(speed.Access, Is.EqualTo(TagAccess.Read));
        Assert.That(map["Mixer/Motor/Run"].Access, Is.EqualTo(TagAccess.ReadWrite));
        Assert.That(map["Mixer/Motor/Run"].Details!.Description, Is.EqualTo("it's on"));
        Assert.That(map.Map!.Tags.ScanGroups.Select(group => group.Interval.TotalMilliseconds), Is.EquivalentTo(new[] { 100.0, 500.0 }));
    }

    [Test]
    public void Linear_and_square_root_scaling_with_clamp_and_negate_are_kept()
    {
        var map = ImportedMap.Of(
            "tags.csv",
            Head
                + """
                "Level","DB1,INT0",Short,1,RO,100,Linear,0,27648,0,100,Double,1,1,%,"",0
                "Flow","DB1,INT2",Short,1,RO,100,Square Root,0,27648,0,"12,5",Double,0,0,,"",1
                """
        );
        Assert.That(map["Level"].Details!.Scale, Is.EqualTo(new TagScale(0, 27648, 0, 100) { Clamp = true }));
        Assert.That(map["Flow"].Details!.Scale, Is.EqualTo(new TagScale(0, 27648, 0, 12.5) { SquareRoot = true, Negate = true }));
    }

    [Test]
    public void A_slash_in_a_name_a_name_twice_and_a_tag_that_is_a_group_are_changed_and_told()
    {
        var map = ImportedMap.Of(
            "tags.csv",
            Head
                + """
                "IxHIP-1A0:2/2","IX0.0",Boolean,1,RO,100,,,,,,,,,,"",
                "Same","MX1.0",Boolean,1,RO,100,,,,,,,,,,"",
                "Same","MX1.1",Boolean,1,RO,100,,,,,,,,,,"",
                "Motor","MX2.0",Boolean,1,RO,100,,,,,,,,,,"",
                "Motor.On","MX2.1",Boolean,1,RO,100,,,,,,,,,,"",
                """
        );
        Assert.That(
            map.Tags.Select(tag => tag.Name),
            Is.EquivalentTo(new[] { "IxHIP-1A0:2_2", "Same", "Same_2", "Motor/Motor", "Motor/On" })
        );
        Assert.That(map.Result.Report.Changed, Is.EqualTo(3));
    }

    [Test]
    public void An_address_that_is_none_is_left_out_with_its_line_and_counts_in_the_share()
    {
        var map = ImportedMap.Of(
            "tags.csv",
            Head
                + """
                "A","MX1.0",Boolean,1,RO,100,,,,,,,,,,"",
                "B","XYZ",Boolean,1,RO,100,,,,,,,,,,"",
                """
        );
        Assert.That(map.Result.Report.Share, Is.EqualTo(50));
        Assert.That(map.Lines.Single(), Does.StartWith("LeftOut tags.csv:3 B: "));
    }

    [Test]
    public void A_file_in_the_code_page_of_the_PC_is_read_by_its_letters_or_by_the_option()
    {
        CodePagesEncodingProvider.Instance.GetEncoding(1251);
        var cyrillic = CodePagesEncodingProvider.Instance.GetEncoding(1251)!;
        var bytes = cyrillic.GetBytes(Head + "\"Насос\",\"MX1.0\",Boolean,1,RO,100,,,,,,,,,,\"Двигатель включён\",\n");
        Assert.That(ImportedMap.Of(null, ("tags.csv", bytes))["Насос"].Details!.Description, Is.EqualTo("Двигатель включён"));
        Assert.That(
            ImportedMap.Of(new ImportOptions { Host = "h", Encoding = cyrillic }, ("tags.csv", bytes)).Tags.Single().Name,
            Is.EqualTo("Насос")
        );
    }

    [Test]
    public void Repeated_structures_become_one_template()
    {
        var rows = new StringBuilder(Head);
        for (var n = 1; n <= 4; n++)
            rows.Append(
                $"\"Plant.Pump{n}.Speed\",\"DB{100 + n},REAL4\",Float,1,RO,100,,,,,,,,,rpm,\"{{rev}}\",\n"
                    + $"\"Plant.Pump{n}.Run\",\"DB{100 + n},X8.0\",Boolean,1,RO,100,,,,,,,,,,\"\",\n"
                    + $"\"Plant.Pump{n}.In.Count\",\"DB{100 + n},DINT10\",Long,1,R/W,100,,,,,,,,,,\"\",\n"
            );
        var map = ImportedMap.Of("tags.csv", rows.ToString());
        Assert.That(map.Text, Does.Contain("use: Pump").And.Contain("db: 101..104").And.Contain("templates:"));
        Assert.That(map.Tags, Has.Count.EqualTo(12));
        Assert.That(map.Place("Plant/Pump3/Speed"), Is.EqualTo("DB103.DBD4 Real"));
        Assert.That(map["Plant/Pump3/Speed"].Details!.Description, Is.EqualTo("{rev}"));
        Assert.That(map["Plant/Pump4/In/Count"].Access, Is.EqualTo(TagAccess.ReadWrite));
        Assert.That(map.Place("Plant/Pump4/In/Count"), Is.EqualTo("DB104.DBD10 DInt"));
    }

    [Test]
    public void Without_an_address_the_map_says_TODO_and_is_refused_by_that_name()
    {
        var map = ImportedMap.Of("tags.csv", Head + "\"A\",\"MX1.0\",Boolean,1,RO,100,,,,,,,,,,\"\",\n", new ImportOptions());
        Assert.That(map.Text, Does.Contain("host: TODO"));
        Assert.That(map.Map, Is.Null);
        Assert.That(map.Findings.Single(), Does.Contain("'host' is TODO"));
    }

    [Test]
    public void Only_takes_what_the_pattern_names()
    {
        var map = ImportedMap.Of(
            "tags.csv",
            Head + "\"A.X\",\"MX1.0\",Boolean,1,RO,100,,,,,,,,,,\"\",\n\"B.Y\",\"MX1.1\",Boolean,1,RO,100,,,,,,,,,,\"\",\n",
            new ImportOptions
            {
                Host = "h",
                Only = "a/*",
                Plc = "Line1",
            }
        );
        Assert.That(map.Tags.Single().Name, Is.EqualTo("A/X"));
        Assert.That(map.Map!.Tags.Plcs[0].Name, Is.EqualTo("Line1"));
        Assert.That(map.Result.Report.Share, Is.EqualTo(100));
    }

    [Test]
    public void An_array_beside_its_elements_is_no_finding_of_the_map()
    {
        var map = ImportedMap.Of(
            "tags.csv",
            Head
                + "\"A\",\"DB1,INT0[4]\",Short "
                + "Array,1,RO,100,,,,,,,,,,\"\",\n\"A[1]\",\"DB1,INT0\",Short,1,RO,100,,,,,,,,,,\"\",\n\"A[2]\",\"DB1,INT2\",Short,1,RO,100,,,,,,,,,,\"\",\n"
        );
        Assert.That(map.Findings.Where(finding => finding.Contains("shares bytes")), Is.Empty);
        Assert.That(map.Tags, Has.Count.EqualTo(3));
    }

    [Test]
    public void Node_ids_of_Kepware_need_the_channel_and_device_that_the_file_does_not_name()
    {
        var map = ImportedMap.Of(
            "tags.csv",
            Head + "\"Motor.On\",\"MX2.1\",Boolean,1,RO,100,,,,,,,,,,\"\",\n\"2/2\",\"MX2.2\",Boolean,1,RO,100,,,,,,,,,,\"\",\n",
            new ImportOptions
            {
                Host = "h",
                Plc = "Channel1.Device1",
                KeepNodeIds = true,
            }
        );
        Assert.That(
            map.Tags.Select(tag => tag.Details!.NodeId),
            Is.EquivalentTo(new[] { "Channel1.Device1.Motor.On", "Channel1.Device1.2/2" })
        );
    }
}
