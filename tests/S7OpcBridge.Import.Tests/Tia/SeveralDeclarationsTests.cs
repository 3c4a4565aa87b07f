using System.Text;

namespace S7OpcBridge.Import.Tests.Tia;

/// <summary>Blocks and types that several sources of one plant declare.</summary>
public sealed class SeveralDeclarationsTests
{
    private static (string, byte[]) Block(string path, string members) =>
        (path, Encoding.UTF8.GetBytes($"DATA_BLOCK DB 4\nSTRUCT\n{members}END_STRUCT ;\nBEGIN\nEND_DATA_BLOCK\n"));

    [Test]
    public void A_block_that_is_declared_twice_and_differently_is_not_taken_and_both_places_are_named()
    {
        var map = ImportedMap.Of(
            null,
            Block("new/DB4.awl", "  Level : REAL ;\n  Speed : REAL ;\n"),
            Block("old/DB4.awl", "  Speed : INT ;\n  Level : INT ;\n  Fault : BOOL ;\n"),
            ("DB5.awl", Encoding.UTF8.GetBytes("DATA_BLOCK DB 5\nSTRUCT\n A : INT;\nEND_STRUCT ;\nBEGIN\nEND_DATA_BLOCK\n"))
        );
        Assert.That(map.Tags.Select(tag => tag.Name), Is.EqualTo(new[] { "DB5/A" }));
        Assert.That(map.Result.Report.LeftOut, Is.EqualTo(5));
        Assert.That(map.Lines, Has.One.StartsWith("LeftOut new/DB4.awl:1 DB4: 'DB4' is declared differently at old/DB4.awl:1"));
        Assert.That(map.Lines, Has.One.StartsWith("LeftOut old/DB4.awl:1 DB4: 'DB4' is declared differently at new/DB4.awl:1"));
    }

    [Test]
    public void A_block_that_is_declared_twice_in_the_same_way_is_one()
    {
        var map = ImportedMap.Of(
            null,
            Block("a.awl", "  A : REAL ;\n  B : INT ;\n"),
            Block("b.awl", "  a : Real; // comment\n  b : Int := 5;\n")
        );
        Assert.That(map.Tags.Select(tag => $"{tag.Address}").Distinct(), Is.EquivalentTo(new[] { "DB4.DBD0", "DB4.DBW4" }));
        Assert.That(map.Result.Report.LeftOut, Is.Zero);
    }

    [Test]
    public void A_type_that_is_declared_twice_and_differently_is_not_used()
    {
        static (string, byte[]) Type(string path, string members) =>
            (path, Encoding.UTF8.GetBytes($"TYPE UDT 5\nSTRUCT\n{members}END_STRUCT ;\nEND_TYPE\n"));
        var map = ImportedMap.Of(
            null,
            Type("a.udt", " X : INT;\n"),
            Type("b.udt", " X : REAL;\n"),
            Block("c.awl", "  A : INT ;\n  T : UDT 5 ;\n  Z : INT ;\n")
        );
        Assert.That(map.Tags.Select(tag => tag.Name), Is.EqualTo(new[] { "DB4/A" }));
        Assert.That(map.Lines, Has.One.Contains("Note b.udt:1").And.One.Contains("is declared differently at a.udt:1"));
        Assert.That(map.Result.Report.LeftOut, Is.EqualTo(2));
    }
}
