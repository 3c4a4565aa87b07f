using System.Text;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Import.Tests.Tia;

public sealed class TiaExportTests
{
    private static readonly ImportOptions Options = new() { Host = "192.168.0.10" };

    [Test]
    public void XLSX_XML_and_SDF_of_one_tag_table_give_the_same_tags()
    {
        var xlsx = ImportedMap.Of(
            Options,
            (
                "PLCTags.xlsx",
                Xlsx.Of(
                    "PLC Tags",
                    ["Name", "Path", "Data Type", "Logical Address", "Comment", "Hmi Visible", "Hmi Accessible", "Hmi Writeable"],
                    ["Start", "Default tag table", "Bool", "%I0.0", "start button", "True", "True", "False"],
                    ["Speed", "Default tag table", "Real", "%MD20", "<No Value>", "True", "True", "True"]
                )
            )
        );
        var xml = ImportedMap.Of(
            "tags.xml",
            "\uFEFF<?xml version='1.0' encoding='utf-8'?>\n<!-- V16 --><Tagtable name='Default tag table'>\n<Tag type='Bool' hmiVisible='True' "
                + "hmiWriteable='False' hmiAccessible='True' retain='False' remark='start button' addr='%I0.0'>Start</Tag>\n<Tag type='Real' "
                + "hmiVisible='True' hmiWriteable='True' hmiAccessible='True' retain='False' remark='' addr='%MD20'>Speed</Tag>\n<Constant type='Int' "
                + "remark='' value='5'>MAX</Constant></Tagtable>",
            Options
        );
        var sdf = ImportedMap.Of(
            "PLCTags.sdf",
            "\"Start\",\"%I0.0\",\"Bool\",\"True\",\"True\",\"False\",\"start "
                + "button\",\"\",\"False\"\r\n\"Speed\",\"%MD20\",\"Real\",\"True\",\"True\",\"True\",\"\",\"\",\"True\"\r\n"
        );
        foreach (var map in new[] { xlsx, xml, sdf })
        {
            Assert.That(
                map.Tags.Select(tag => $"{tag.Name} {tag.Address} {tag.Type} {tag.Access} {tag.Details?.Description}"),
                Is.EqualTo(new[] { "Start I0.0 Bool Read start button", "Speed MD20 Real ReadWrite " })
            );
        }
    }

    [Test]
    public void A_tag_of_a_PLC_data_type_gets_its_members_from_the_source_of_the_type()
    {
        var map = ImportedMap.Of(
            Options,
            (
                "tags.sdf",
                Encoding.UTF8.GetBytes("\"Telegram\",\"%I438.0\",\"\"\"Tel\"\"\",\"True\",\"False\",\"True\",\"\",\"\",\"True\"\n")
            ),
            (
                "Tel.udt",
                Encoding.UTF8.GetBytes(
                    "TYPE \"Tel\"\nVERSION : 0.1\n STRUCT\n  State : Word; // state word\n  Speed : Real;\n END_STRUCT;\nEND_TYPE\n"
                )
            )
        );
        Assert.That(map.Place("Telegram/State"), Is.EqualTo("IW438 Word"));
        Assert.That(map.Place("Telegram/Speed"), Is.EqualTo("ID440 Real"));
    }

    [Test]
    public void A_block_as_text_gets_its_number_from_the_symbol_table()
    {
        var map = ImportedMap.Of(
            Options,
            (
                "DB_Motor.db",
                Encoding.UTF8.GetBytes(
                    "DATA_BLOCK \"DB_Motor\"\n{ S7_Optimized_Access := 'FALSE' }\nVERSION : 0.1\n STRUCT\n  Run : Bool;\n  Speed { ExternalWritable := "
                        + "'False'} : Real; // rpm\n  Values : Array[1..3] of Int;\n END_STRUCT;\nBEGIN\nEND_DATA_BLOCK\n"
                )
            ),
            (
                "symbols.asc",
                Encoding.Latin1.GetBytes(
                    "126,"
                        + "DB_Motor".PadRight(24)
                        + "DB     12   DB     12 ".PadRight(22)
                        + "the motor".PadRight(80)
                        + "\r\n126,"
                        + "Halt".PadRight(24)
                        + "E       0.4 BOOL".PadRight(22)
                        + "".PadRight(80)
                        + "\r\n"
                )
            )
        );
        Assert.That(map.Place("DB_Motor/Speed"), Is.EqualTo("DB12.DBD2 Real"));
        Assert.That(map["DB_Motor/Speed"].Details!.Description, Is.EqualTo("rpm"));
        Assert.That(map.Place("DB_Motor/Values"), Is.EqualTo("DB12.DBW6 Array[1..3] of Int"));
        Assert.That(map.Place("Halt"), Is.EqualTo("I0.4 Bool"));
    }

    [Test]
    public void Members_of_system_types_count_for_the_source_of_their_block()
    {
        var map = ImportedMap.Of(
            "Timers.s7dcl",
            "{ S7_BlockNumber := \"7\"; S7_Optimized := \"TRUE\" }\nDATA_BLOCK Timers\n VAR\n Delay : TON_TIME;\n END_VAR\n"
                + "END_DATA_BLOCK\n"
        );
        Assert.That(map.Result.Report.Taken, Is.EqualTo(4), "PT, ET, IN and Q");
        Assert.That(map.Result.Report.Sources.Single().Taken, Is.EqualTo(4));
        Assert.That(map.Lines.Single(), Does.Contain("its 4 tags are read by symbol"));
    }

    [Test]
    public void Without_a_number_a_block_is_left_out_with_what_to_do()
    {
        var map = ImportedMap.Of("DB_Motor.db", "DATA_BLOCK \"DB_Motor\"\n STRUCT\n  Run : Bool;\n END_STRUCT;\nBEGIN\nEND_DATA_BLOCK\n");
        Assert.That(map.Lines.Single(), Does.StartWith("LeftOut DB_Motor.db:1 DB_Motor: no source tells the number").And.Contain("db: 10"));
    }

    private const string Sd = """
        {
            S7_BlockNumber := "700";
            S7_Optimized := "FALSE"
        }
        DATA_BLOCK HMI_DB
            VAR
                { S7_Access := "ReadOnly := External" }
                State : USInt;
                Pump : Array[1..2] of _.Device;
            END_VAR
        END_DATA_BLOCK
        """;

    [Test]
    public void SIMATIC_SD_tells_number_rights_and_members()
    {
        var map = ImportedMap.Of(
            Options,
            ("HMI_DB.s7dcl", Encoding.UTF8.GetBytes(Sd)),
            (
                "Device.s7dcl",
                "TYPE\n    Device : STRUCT\n        Mode : USInt;\n        Level : Real;\n    END_STRUCT;\nEND_TYPE\n"u8.ToArray()
            )
        );
        Assert.That(map.Place("HMI_DB/Pump[2]/Level"), Is.EqualTo("DB700.DBD10 Real"));
        Assert.That(map.Place("HMI_DB/State"), Is.EqualTo("DB700.DBB0 USInt"));
    }

    [Test]
    public void An_optimised_block_is_taken_by_symbol_with_a_word_on_what_it_needs()
    {
        var map = ImportedMap.Of(
            Options,
            ("HMI_DB.s7dcl", Encoding.UTF8.GetBytes(Sd.Replace("FALSE", "TRUE"))),
            (
                "Device.s7dcl",
                "TYPE\n    Device : STRUCT\n        \"Mode 1\" : USInt;\n        Level : Real;\n    END_STRUCT;\nEND_TYPE\n"u8.ToArray()
            )
        );
        Assert.That(map.Tags, Has.Count.EqualTo(5));
        Assert.That(map["HMI_DB/Pump[2]/Mode 1"].Details!.Symbol, Is.EqualTo("\"HMI_DB\".Pump[2].\"Mode 1\""));
        Assert.That(map.Text, Does.Contain("protocol: s7plus"));
        Assert.That(map.Lines, Has.Some.Contains("needs 'protocol: s7plus'"));
    }

    [Test]
    public void SimaticML_gives_blocks_types_tables_and_comments_in_the_wished_language()
    {
        const string Block = """
            <Document><SW.Blocks.GlobalDB ID="0"><AttributeList>
              <Interface><Sections xmlns="http://www.siemens.com/automation/Openness/SW/Interface/v5"><Section Name="Static">
                <Member Name="Run" Datatype="Bool"><AttributeList><BooleanAttribute Name="ExternalWritable" SystemDefined="true">false</BooleanAttribute></AttributeList>
                  <Comment><MultiLanguageText Lang="en-US">runs</MultiLanguageText><MultiLanguageText Lang="de-DE">läuft</MultiLanguageText></Comment></Member>
                <Member Name="Axis" Datatype="Array[0..1] of Struct"><Member Name="Pos" Datatype="Real" /><Member Name="Limits" Datatype="Array[0..2] of Int" /></Member>
                <Member Name="Set" Datatype="&quot;Settings&quot;" />
              </Section></Sections></Interface>
              <MemoryLayout>Standard</MemoryLayout><Name>DB_Pack</Name><Number>12</Number></AttributeList></SW.Blocks.GlobalDB></Document>
            """;
        const string Type = """
            <Document><SW.Types.PlcStruct ID="0"><AttributeList><Interface><Sections xmlns="http://www.siemens.com/automation/Openness/SW/Interface/v5"><Section Name="None">
              <Member Name="Delay" Datatype="Time" /></Section></Sections></Interface><Name>Settings</Name></AttributeList></SW.Types.PlcStruct></Document>
            """;
        const string Table = """
            <Document><SW.Tags.PlcTagTable ID="0"><AttributeList><Name>Inputs</Name></AttributeList><ObjectList><SW.Tags.PlcTag ID="1" CompositionName="Tags">
              <AttributeList><DataTypeName>Bool</DataTypeName><ExternalWritable>false</ExternalWritable><LogicalAddress>%I0.0</LogicalAddress><Name>Door</Name></AttributeList></SW.Tags.PlcTag></ObjectList></SW.Tags.PlcTagTable></Document>
            """;
        var map = ImportedMap.Of(
            Options with
            {
                Language = "de-DE",
            },
            ("a.xml", Encoding.UTF8.GetBytes(Block)),
            ("b.xml", Encoding.UTF8.GetBytes(Type)),
            ("c.xml", Encoding.UTF8.GetBytes(Table))
        );
        Assert.That(map["DB_Pack/Run"].Details!.Description, Is.EqualTo("läuft"));
        Assert.That(map.Place("DB_Pack/Axis[1]/Limits"), Is.EqualTo("DB12.DBW16 Array[0..2] of Int"));
        Assert.That(map.Place("DB_Pack/Set/Delay"), Is.EqualTo("DB12.DBD22 Time"));
        Assert.That(map.Place("Inputs/Door"), Is.EqualTo("I0.0 Bool"));
    }
}
