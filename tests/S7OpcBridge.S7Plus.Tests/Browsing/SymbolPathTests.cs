using FsCheck;
using S7OpcBridge.S7Plus.Browsing;

namespace S7OpcBridge.S7Plus.Tests.Browsing;

public sealed class SymbolPathTests
{
    [TestCase("\"DB_Pack\".State.Running", "DB_Pack|State|Running")]
    [TestCase("DB_Pack.State", "DB_Pack|State")]
    [TestCase("\"My DB\".\"a.b\"[1, -2].c", "My DB|a.b[1,-2]|c")]
    [TestCase("\"with \"\"quotes\"\"\"", "with \"quotes\"")]
    [TestCase("\"DB\".Temps[3]", "DB|Temps[3]")]
    public void A_path_is_taken_apart(string path, string expected)
    {
        Assert.That(SymbolPath.TryParse(path, out var steps, out _));
        Assert.That(
            string.Join('|', steps.Select(step => step.Indexes is null ? step.Name : $"{step.Name}[{string.Join(',', step.Indexes)}]")),
            Is.EqualTo(expected)
        );
    }

    [TestCase("", "missing")]
    [TestCase("a..b", "missing")]
    [TestCase("\"a", "not closed")]
    [TestCase("\"\"", "empty")]
    [TestCase("a[1", "not closed")]
    [TestCase("a[x]", "no index")]
    [TestCase("a[1]b", "unexpected")]
    public void A_path_that_cannot_be_read_is_told_in_words(string path, string words)
    {
        Assert.That(SymbolPath.TryParse(path, out _, out var error), Is.False);
        Assert.That(error, Does.Contain(words));
    }

    [FsCheck.NUnit.Property]
    public bool A_quoted_name_comes_back_whatever_it_is(NonEmptyString name) =>
        SymbolPath.TryParse(SymbolPath.Quote(name.Get), out var steps, out _) && steps is [{ Indexes: null } step] && step.Name == name.Get;

    [FsCheck.NUnit.Property(MaxTest = 1000)]
    public bool Any_text_is_a_path_or_none(string? text) =>
        SymbolPath.TryParse(text ?? "", out var steps, out var error) ? steps.Count > 0 : error.Length > 0;
}
