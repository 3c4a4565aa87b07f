using System.Text;

namespace S7OpcBridge.Import.Tests.Tia;

/// <summary>Small sources that stand for very many members: each ends with a word, before it takes memory.</summary>
public sealed class HostileSourceTests
{
    private static string Block(string members) => $"DATA_BLOCK DB 1\nSTRUCT\n{members}\nEND_STRUCT;\nBEGIN\nEND_DATA_BLOCK\n";

    private static string Chain(int types, string members, string last)
    {
        var text = new StringBuilder();
        for (var i = 0; i < types; i++)
            text.Append($"TYPE \"T{i}\"\nSTRUCT\n{members.Replace("NEXT", i + 1 < types ? $"\"T{i + 1}\"" : last)}END_STRUCT;\nEND_TYPE\n");
        return text.ToString();
    }

    private static ImportedMap Import(string text) => ImportedMap.Of("a.awl", text);

    [Test]
    public void Types_that_double_at_each_level_end_where_the_largest_block_ends()
    {
        var map = Import(Chain(60, " A : NEXT;\n B : NEXT;\n", "Int") + Block(" X : \"T0\";"));
        Assert.That(map.Result.Files, Is.Empty);
        Assert.That(map.Lines, Has.Some.Contains("the end of the largest block"));
    }

    [Test]
    public void Types_that_double_at_each_level_without_bytes_end_too()
    {
        var map = Import(Chain(60, " A : NEXT;\n B : NEXT;\n", "Array[0..1] of Unknown") + Block(" X : \"T0\";\n Y : Int;"));
        Assert.That(map.Result.Report.LeftOut, Is.Positive);
    }

    [Test]
    public void Many_types_that_each_fill_a_block_are_refused_once_they_are_too_many_together()
    {
        var text = new StringBuilder();
        for (var i = 0; i < 100; i++)
            text.Append(
                $"TYPE \"T{i}\"\nSTRUCT\n A : Array[1..32000] of Struct\n  X : Bool;\n  Y : Bool;\n  Z : Bool;\n END_STRUCT;\nEND_STRUCT;\nEND_TYPE\n"
            );
        for (var i = 0; i < 100; i++)
            text.Append($"DATA_BLOCK DB {i + 1}\n \"T{i}\"\nBEGIN\nEND_DATA_BLOCK\n");
        var map = ImportedMap.Of("a.awl", text.ToString(), new ImportOptions { Host = "10.0.0.1", Only = "DB1/A[1]/*" });
        Assert.That(map.Result.Report.Taken, Is.LessThanOrEqualTo(3));
        Assert.That(map.Lines, Has.Some.Contains("the rest is left out").Or.Some.Contains("more than 3,000,000 members"));
    }

    [Test]
    public void Types_of_an_optimised_block_that_double_at_each_level_end()
    {
        var map = Import(
            Chain(60, " A : NEXT;\n B : NEXT;\n", "Int")
                + "DATA_BLOCK \"X\"\n{ S7_Optimized_Access := 'TRUE' }\nSTRUCT\n X : \"T0\";\nEND_STRUCT;\nBEGIN\nEND_DATA_BLOCK\n"
        );
        Assert.That(map.Result.Report.LeftOut, Is.Positive);
    }

    [Test]
    public void A_type_that_contains_itself_is_named()
    {
        var map = Import(
            "TYPE \"A\"\nSTRUCT\n B : \"B\";\nEND_STRUCT;\nEND_TYPE\nTYPE \"B\"\nSTRUCT\n A : \"A\";\nEND_STRUCT;\nEND_TYPE\n"
                + Block(" X : \"A\";")
        );
        Assert.That(map.Lines, Has.Some.Contains("contains itself"));
        Assert.That(map.Result.Report.LeftOut, Is.Positive);
    }

    [TestCase("Array[0..2147483647] of Int")]
    [TestCase("Array[-2147483648..2147483647] of Int")]
    [TestCase("Array[0..65535, 0..65535] of Bool")]
    [TestCase("Array[0..65535, 0..65535] of Int")]
    [TestCase("Array[0..99999999999] of Real")]
    [TestCase("Array[0..2147483647] of Struct\n A : Int;\n END_STRUCT")]
    [TestCase("Array[-2147483648..2147483647, -2147483648..2147483647] of Struct\n A : Bool;\n END_STRUCT")]
    [TestCase("Array[0..65535, 0..65535] of HW_IO")]
    [TestCase("Array[0..65535, 0..65535] of TCON_Param")]
    [TestCase("Array[0..65535, 0..65535] of TON")]
    [TestCase("Array[0..65535, 0..65535] of \"Empty\"")]
    [TestCase("Array[0..1,0..1,0..1,0..1,0..1,0..1,0..1,0..1,0..1,0..1] of Struct\n A : Bool;\n END_STRUCT")]
    public void An_array_that_no_block_can_hold_is_left_out(string type)
    {
        var map = Import("TYPE \"Empty\"\nSTRUCT\nEND_STRUCT;\nEND_TYPE\n" + Block($" A : Int;\n X : {type};\n Z : Int;"));
        Assert.That(map.Findings.Where(finding => finding.Contains(": error: ")), Is.Empty);
        Assert.That(map.Result.Report.Taken, Is.LessThanOrEqualTo(2));
    }

    [Test]
    public void Very_long_names_are_refused()
    {
        var map = Import(Block($" {new string('a', 100_000)} : Int;\n B : Int;"));
        Assert.That(map.Lines, Has.Some.Contains("characters"));
        Assert.That(map.Tags.Select(tag => tag.Name), Is.EqualTo(new[] { "DB1/B" }));
    }

    [Test]
    public void More_members_than_any_program_has_are_refused()
    {
        var members = new StringBuilder();
        for (var i = 0; i < 2_100_000; i++)
            members.Append("a:Int;");
        var map = ImportedMap.Of("a.udt", $"TYPE \"T\"\nSTRUCT\n{members}END_STRUCT;\nEND_TYPE\n");
        Assert.That(map.Lines, Has.Some.Contains("declare more than 2,000,000 members"));
    }

    [Test]
    public void Many_instances_of_a_type_that_has_no_layout_are_done_quickly()
    {
        var text = new StringBuilder("TYPE UDT 1\nSTRUCT\n");
        for (var i = 0; i < 40_000; i++)
            text.Append($" a{i} : LReal;\n");
        text.Append("END_STRUCT;\nEND_TYPE\n");
        for (var i = 1; i < 60_000; i++)
            text.Append($"DATA_BLOCK DB {i}\n UDT 1\nBEGIN\nEND_DATA_BLOCK\n");
        var map = ImportedMap.Of("a.awl", text.ToString());
        Assert.That(map.Result.Report.LeftOut, Is.EqualTo(59_999));
    }
}
