using System.Text;
using System.Text.RegularExpressions;
using FsCheck;
using FsCheck.Fluent;
using S7OpcBridge.OpcUa.Server.Events;

namespace S7OpcBridge.OpcUa.Server.Tests.Events;

/// <summary>The patterns of Like (OPC 10000-4, 7.7.3).</summary>
public class LikePatternTests
{
    [TestCase("main street", "main%", ExpectedResult = true)]
    [TestCase("domain", "main%", ExpectedResult = false)]
    [TestCase("cat", "_at", ExpectedResult = true)]
    [TestCase("at", "_at", ExpectedResult = false)]
    [TestCase("abc13%d", "abc[13-68]3\\%d", ExpectedResult = true)]
    [TestCase("abc", "ab[^d]", ExpectedResult = true)]
    [TestCase("abd", "ab[^d]", ExpectedResult = false)]
    [TestCase("a", "[", ExpectedResult = false)]
    [TestCase("[", "[", ExpectedResult = true)]
    [TestCase("\\", "\\", ExpectedResult = true)]
    [TestCase("", "%", ExpectedResult = true)]
    [TestCase("", "", ExpectedResult = true)]
    [TestCase("x", "", ExpectedResult = false)]
    public bool The_whole_text_must_fit(string text, string pattern) => LikePattern.Matches(text, pattern);

    [Test]
    public void It_agrees_with_a_regular_expression() => Prop.ForAll(
        Gen.Elements("a", "b", "c").ListOf().Select(string.Concat).ToArbitrary(),
        Gen.Elements("a", "b", "%", "_", "[ab]", "[^a]", "[a-b]").ListOf().Select(string.Concat).ToArbitrary(),
        (text, pattern) => LikePattern.Matches(text, pattern) == Regex.IsMatch(text, ToRegex(pattern))).QuickCheckThrowOnFailure();

    [Test]
    [CancelAfter(10_000)]
    public void A_pattern_made_to_be_slow_is_not()
    {
        var pattern = string.Concat(Enumerable.Repeat("a%", 500)) + "b";
        Assert.That(LikePattern.Matches(new string('a', 20_000), pattern), Is.False);
    }

    private static string ToRegex(string pattern) => new StringBuilder(pattern).Replace("%", ".*").Replace("_", ".").Insert(0, '^').Append('$').ToString();
}
