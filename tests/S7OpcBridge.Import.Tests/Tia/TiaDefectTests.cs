using System.Text;
using S7OpcBridge.Core;

namespace S7OpcBridge.Import.Tests.Tia;

public sealed class TiaDefectTests
{
    private static readonly ImportOptions Options = new() { Host = "192.168.0.10" };

    private static byte[] Bytes(string text) => Encoding.UTF8.GetBytes(text);

    [TestCase("LReal", "M10.0", "MB10 LReal")]
    [TestCase("LInt", "M10.0", "MB10 LInt")]
    [TestCase("DTL", "M10.0", "MB10 DTL")]
    [TestCase("Bool", "M10.0", "M10.0 Bool")]
    public void An_address_without_width_is_the_first_byte_of_a_type_of_eight_bytes_or_more(string type, string address, string expected) =>
        Assert.That(
            ImportedMap.Of("tags.sdf", $"\"T\",\"%{address}\",\"{type}\",\"True\",\"True\",\"False\",\"\",\"\",\"True\"\n").Place("T"),
            Is.EqualTo(expected)
        );

    [TestCase("Int", "M10.0")]
    [TestCase("LReal", "M10.3")]
    public void A_bit_with_the_type_of_a_number_is_left_out_with_what_is_wrong(string type, string address)
    {
        var map = ImportedMap.Of("tags.sdf", $"\"T\",\"%{address}\",\"{type}\",\"True\",\"True\",\"False\",\"\",\"\",\"True\"\n");
        Assert.That(
            map.Lines.Single(),
            Does.StartWith("LeftOut tags.sdf:1 T: ").And.Contain($"{address} is a bit and {type} needs its first byte")
        );
    }

    [TestCase("\"True\",\"True\",\"False\",\"c\",\"\",\"True\"", TagAccess.ReadWrite)]
    [TestCase("\"True\",\"True\",\"True\",\"c\",\"\",\"False\"", TagAccess.Read)]
    [TestCase("\"True\",\"True\",\"False\",\"c\"", TagAccess.Read)]
    public void The_last_column_of_an_SDF_says_whether_an_HMI_may_write(string cells, TagAccess expected)
    {
        var tag = ImportedMap.Of("tags.sdf", $"\"T\",\"%MW10\",\"Int\",{cells}\n")["T"];
        Assert.That(tag.Access, Is.EqualTo(expected));
        Assert.That(tag.Details!.Description, Is.EqualTo("c"));
    }

    private const string Type = "TYPE \"Axis\"\nVERSION : 0.1\n STRUCT\n  Pos : Real;\n  Ok : Bool;\n END_STRUCT;\nEND_TYPE\n";

    private static string ArrayBlock(string type, string layout) =>
        "<Document><SW.Blocks.ArrayDB ID=\"0\"><AttributeList><ArrayDataType>"
        + type
        + "</ArrayDataType><ArrayLimitUpperBound>2</ArrayLimitUpperBound><MemoryLayout>"
        + layout
        + "</MemoryLayout><Name>DB_Axes</Name><Number>30</Number>"
        + "</AttributeList></SW.Blocks.ArrayDB></Document>";

    [Test]
    public void An_array_data_block_has_its_elements_as_tags()
    {
        var standard = ImportedMap.Of(Options, ("a.xml", Bytes(ArrayBlock("\"Axis\"", "Standard"))), ("Axis.udt", Bytes(Type)));
        Assert.That(standard.Place("DB_Axes/THIS[2]/Pos"), Is.EqualTo("DB30.DBD12 Real"));
        Assert.That(standard.Tags, Has.Count.EqualTo(6));
        var optimised = ImportedMap.Of(Options, ("a.xml", Bytes(ArrayBlock("\"Axis\"", "Optimized"))), ("Axis.udt", Bytes(Type)));
        Assert.That(optimised["DB_Axes/THIS[1]/Ok"].Details!.Symbol, Is.EqualTo("\"DB_Axes\".THIS[1].Ok"));
        var plain = ImportedMap.Of(Options, ("a.xml", Bytes(ArrayBlock("Int", "Standard"))));
        Assert.That(plain.Place("DB_Axes/THIS"), Is.EqualTo("DB30.DBW0 Array[0..2] of Int"));
    }

    [Test]
    public void An_array_data_block_as_source_text_has_all_its_elements()
    {
        var text =
            Type
            + "DATA_BLOCK \"DB_Axes\"\n{ S7_Optimized_Access := 'FALSE' }\nVERSION : 0.1\nNON_RETAIN\nARRAY[0..2] of \"Axis\"\nBEGIN\nEND_DATA_BLOCK\n";
        var symbols = "126," + "DB_Axes".PadRight(24) + "DB     30   DB     30 ".PadRight(22) + "".PadRight(80) + "\n";
        var map = ImportedMap.Of(Options, ("DB_Axes.db", Bytes(text)), ("symbols.asc", Bytes(symbols)));
        Assert.That(map.Place("DB_Axes/THIS[2]/Ok"), Is.EqualTo("DB30.DBX16.0 Bool"));
        Assert.That(map.Tags, Has.Count.EqualTo(6));
    }

    [Test]
    public void Elements_behind_one_of_unknown_length_are_not_guessed()
    {
        var map = ImportedMap.Of(
            Options,
            ("tags.sdf", Bytes("\"Tel\",\"%I100.0\",\"Array[0..2] of \"\"Tel\"\"\",\"True\",\"True\",\"False\",\"\",\"\",\"True\"\n")),
            (
                "Tel.udt",
                Bytes("TYPE \"Tel\"\n STRUCT\n  State : Word;\n  Other : SomethingUnknown;\n  Behind : Word;\n END_STRUCT;\nEND_TYPE\n")
            )
        );
        Assert.That(map.Tags.Select(tag => $"{tag.Name} {tag.Address}"), Is.EqualTo(new[] { "Tel[0]/State IW100" }));
        Assert.That(map.Lines, Has.Some.StartsWith("LeftOut").And.Some.Contains("behind the first"));
    }
}
