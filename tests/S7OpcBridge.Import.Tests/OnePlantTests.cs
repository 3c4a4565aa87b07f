using System.Text;
using S7OpcBridge.Import.Tests.Kepware;

namespace S7OpcBridge.Import.Tests;

/// <summary>One machine as three tools know it, and what the sources of its blocks say about the same places.</summary>
public sealed class OnePlantTests
{
    private static readonly ImportOptions Options = new() { Host = "192.168.0.10" };

    private static readonly (string, byte[]) Kepware = (
        "kepware.csv",
        Encoding.UTF8.GetBytes(
            KepwareCsvTests.Head
                + "\"Halt\",\"IX0.4\",Boolean,1,RO,100,,,,,,,,,,\"\",\n\"Speed\",\"MREAL20\",Float,1,R/W,100,,,,,,,,,,\"\",\n"
                + "\"Pictures.Index\",\"DB18,INT56\",Short,1,R/W,100,,,,,,,,,,\"\",\n"
                + "\"Delay\",\"T5\",DWord,1,RO,100,,,,,,,,,,\"\",\n\"Word\",\"DB18,WORD58\",Word,1,RO,100,,,,,,,,,,\"\",\n"
        )
    );

    private static readonly (string, byte[]) Symbols = (
        "symbols.asc",
        Encoding.Latin1.GetBytes(
            Symbol("Halt", "E       0.4", "BOOL")
                + Symbol("Speed", "MD     20", "REAL")
                + Symbol("Delay", "T       5", "TIMER")
                + Symbol("Pictures", "DB     18", "DB     18")
        )
    );

    private static readonly (string, byte[]) Block = (
        "DB18.awl",
        Encoding.UTF8.GetBytes(
            "DATA_BLOCK DB 18\n STRUCT\n  Before : ARRAY[1..28] OF INT;\n  Index : INT;\n  Word : WORD;\n END_STRUCT;\nBEGIN\nEND_DATA_BLOCK\n"
        )
    );

    private static readonly (string, byte[]) Flexible = (
        "flexible.csv",
        [
            0xFF,
            0xFE,
            .. Encoding.Unicode.GetBytes(
                "WinCC flexible 2008\n# Automatically generated tag export file.\n\n"
                    + Hmi("Halt", "I 0.4", "Bool")
                    + Hmi("Speed", "MD 20", "Real")
                    + Hmi("Pictures.Index", "DB 18 DBW 56", "Int")
                    + Hmi("Delay", "T 5", "Timer")
            ),
        ]
    );

    [Test]
    public void The_three_formats_agree_on_every_place_and_type()
    {
        var kepware = PlacesOf(Kepware);
        Assert.That(PlacesOf(Flexible), Is.SubsetOf(kepware));
        Assert.That(
            PlacesOf(Symbols, Block).Where(tag => !tag.Contains("Before")),
            Is.SubsetOf(kepware.Select(tag => tag.Replace("Word ", "Pictures/Word ")))
        );
        Assert.That(kepware, Has.Count.EqualTo(5));
    }

    [Test]
    public void All_of_them_together_are_one_PLC_with_each_tag_once()
    {
        var map = ImportedMap.Of(Options, Kepware, Symbols, Block, Flexible);
        Assert.That(map.Map!.Tags.Plcs, Has.Length.EqualTo(1));
        Assert.That(
            map.Tags.Select(tag => tag.Name),
            Is.EquivalentTo(new[] { "Halt", "Speed", "Pictures/Index", "Delay", "Word", "Pictures/Before", "Pictures/Word" })
        );
        Assert.That(map.Result.Report.LeftOut, Is.Zero);
    }

    [Test]
    public void Instances_constants_and_system_types_of_a_source_have_the_offsets_of_the_block_as_XML()
    {
        const string Source = """
            FUNCTION_BLOCK "Pump"
            VAR_INPUT
              Run : Bool;
            END_VAR
            VAR
              Timer {InstructionName := 'TON_TIME'; LibVersion := '1.0'} : TON_TIME;
              Values : Array[0.."MAX"] of Real;
              Last : Int;
            END_VAR
            VAR_TEMP
              t : Int;
            END_VAR
            BEGIN
            END_FUNCTION_BLOCK
            DATA_BLOCK "Pump_DB"
            { S7_Optimized_Access := 'FALSE' }
            "Pump"
            BEGIN
            END_DATA_BLOCK
            """;
        const string Table =
            "<Document><SW.Tags.PlcTagTable ID=\"0\"><AttributeList><Name>T</Name></AttributeList><ObjectList><SW.Tags.PlcUserConstant ID=\"1\"><AttributeList>"
            + "<DataTypeName>Int</DataTypeName><Name>MAX</Name><Value>3</Value></AttributeList>"
            + "</SW.Tags.PlcUserConstant></ObjectList></SW.Tags.PlcTagTable></Document>";
        const string Xml =
            "<Document><SW.Blocks.InstanceDB ID=\"0\"><AttributeList><InstanceOfName>Pump</InstanceOfName><Interface><Sections>"
            + "<Section Name=\"Input\"><Member Name=\"Run\" Datatype=\"Bool\"/></Section><Section Name=\"Static\"><Member Name=\"Timer\" "
            + "Datatype=\"TON_TIME\"/>"
            + "<Member Name=\"Values\" Datatype=\"Array[0..&quot;MAX&quot;] of Real\"/><Member Name=\"Last\" "
            + "Datatype=\"Int\"/></Section></Sections></Interface>"
            + "<MemoryLayout>Standard</MemoryLayout><Name>Pump_DB</Name><Number>7</Number></AttributeList></SW.Blocks.InstanceDB></Document>";
        var text = PlacesOf(
            ("Pump.scl", Encoding.UTF8.GetBytes(Source)),
            ("t.xml", Encoding.UTF8.GetBytes(Table)),
            ("s.asc", Encoding.UTF8.GetBytes(Symbol("Pump_DB", "DB      7", "FB      1")))
        );
        var xml = PlacesOf(("Pump_DB.xml", Encoding.UTF8.GetBytes(Xml)), ("t.xml", Encoding.UTF8.GetBytes(Table)));
        Assert.That(text, Is.EqualTo(xml));
        Assert.That(text, Has.Some.EqualTo("Pump_DB/Values DB7.DBD18 Array[0..3] of Real").And.Some.EqualTo("Pump_DB/Last DB7.DBW34 Int"));
    }

    private static List<string> PlacesOf(params (string, byte[])[] sources) =>
        [.. ImportedMap.Of(Options, sources).Tags.Select(tag => $"{tag.Name} {tag.Address} {tag.Type}").Order(StringComparer.Ordinal)];

    private static string Symbol(string name, string operand, string type) => $"126,{name, -24}{operand, -12}{type, -10}{"", -80}\n";

    private static string Hmi(string name, string address, string type) =>
        $"{name}\tS7\t{address}\t{type}\t\t1\t2\t1 s\t\t\t\t\t0\t\t\t\t\t\t0\t\n";
}
