using System.Text;
using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests;

/// <summary>Small sources that stand for very many members end with a finding.</summary>
public sealed class HostileSourceTests
{
    private static string Doubling(string last)
    {
        var text = new StringBuilder();
        for (var i = 0; i < 60; i++)
        {
            var next = i < 59 ? $"\"T{i + 1}\"" : last;
            text.Append($"TYPE \"T{i}\"\nSTRUCT\n A : {next};\n B : {next};\nEND_STRUCT;\nEND_TYPE\n");
        }
        return $"{text}DATA_BLOCK DB 1\nSTRUCT\n X : \"T0\";\nEND_STRUCT;\nBEGIN\nEND_DATA_BLOCK\n";
    }

    [Test]
    public void Symbols_of_types_that_double_at_each_level_are_refused()
    {
        using var files = new MapText().With("a.awl", Doubling("Int"));
        var findings = new FindingList();
        Assert.That(TiaBlocks.Load([files.PathOf("a.awl")], findings), Is.Null);
        Assert.That(findings.Sorted.Select(finding => finding.Message), Has.Some.Contains("more than 3,000,000 members"));
    }

    [Test]
    public void A_map_with_such_a_source_is_refused()
    {
        using var map = new MapText().With("map.yaml", MapText.WithTags("- a.awl")).With("a.awl", Doubling("Int"));
        Assert.That(map.Load().Findings, Has.Some.Contains("the end of the largest block"));
    }

    [TestCase("Array[-2147483648..2147483647] of Int")]
    [TestCase("Array[0..65535, 0..65535] of Bool")]
    [TestCase("Array[0..2147483647, 0..2147483647] of Struct\n A : Bool;\n END_STRUCT")]
    public void An_array_longer_than_any_block_is_an_error(string type)
    {
        using var map = new MapText()
            .With("map.yaml", MapText.WithTags("- a.awl"))
            .With("a.awl", $"DATA_BLOCK DB 1\nSTRUCT\n X : {type};\nEND_STRUCT;\nBEGIN\nEND_DATA_BLOCK\n");
        Assert.That(map.Load().Findings, Has.Some.Contains(": error: "));
    }
}
