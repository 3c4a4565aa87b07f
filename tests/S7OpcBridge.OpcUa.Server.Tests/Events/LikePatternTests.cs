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
    [TestCase("[]", "[]", ExpectedResult = true)]
    [TestCase("x", "[^]", ExpectedResult = true)]
    [TestCase("[[b", "%[[b", ExpectedResult = true)]
    [TestCase("ab\uFFFF", "%[^b]", ExpectedResult = true)]
    public bool The_whole_text_must_fit(string text, string pattern) => Matches(text, pattern);

    [Test]
    public void It_agrees_with_a_regular_expression() =>
        Prop.ForAll(
                Gen.Elements("a", "b", "c").ListOf().Select(string.Concat).ToArbitrary(),
                Gen.Elements("a", "b", "%", "_", "[ab]", "[^a]", "[a-b]").ListOf().Select(string.Concat).ToArbitrary(),
                (text, pattern) => Matches(text, pattern) == Regex.IsMatch(text, ToRegex(pattern))
            )
            .QuickCheckThrowOnFailure();

    [Test]
    public void It_agrees_with_a_matcher_that_tries_everything() =>
        Prop.ForAll(
                Gen.Elements("a", "b", "[", "]", "^", "-", "\\").ListOf().Select(string.Concat).ToArbitrary(),
                Gen.Elements("a", "b", "%", "_", "[", "]", "^", "-", "\\", "[a-b]").ListOf().Select(string.Concat).ToArbitrary(),
                (text, pattern) => Matches(text, pattern) == Reference(text, pattern)
            )
            .QuickCheckThrowOnFailure();

    [TestCase("a%")]
    [TestCase("[")]
    [TestCase("%[")]
    [TestCase("%[^b]")]
    [CancelAfter(10_000)]
    public void A_pattern_made_to_be_slow_is_not(string part)
    {
        var pattern = string.Concat(Enumerable.Repeat(part, (LikePattern.MaxLength - 1) / part.Length)) + "b";
        Assert.That(Matches(string.Concat(Enumerable.Repeat(part.Replace("%", "").Replace("[^b]", "c"), 1_000_000)), pattern), Is.False);
    }

    [Test]
    public void A_pattern_across_several_words_matches_at_its_ends()
    {
        var text = string.Concat(Enumerable.Range(0, LikePattern.MaxLength).Select(i => (char)('a' + i % 19)));
        Assert.That(Matches(text, text));
        Assert.That(Matches(text[..^1], text), Is.False);
        Assert.That(Matches(text + "x", text), Is.False);
        Assert.That(Matches("..." + text[1..] + "x", "%" + text[1..^1] + "%"));
    }

    [Test]
    public void A_longer_pattern_is_none() => Assert.That(LikePattern.Parse(new string('a', LikePattern.MaxLength + 1)), Is.Null);

    private static bool Matches(string text, string pattern) => LikePattern.Parse(pattern)!.Matches(text);

    private static bool Reference(string text, string pattern)
    {
        if (pattern.Length == 0)
            return text.Length == 0;
        if (pattern[0] == '%')
            return Enumerable.Range(0, text.Length + 1).Any(skipped => Reference(text[skipped..], pattern[1..]));
        if (text.Length == 0)
            return false;
        if (pattern[0] == '[' && pattern.IndexOf(']') is > 1 and var end)
        {
            var (set, isNegative) = (pattern[1..end], pattern[1] == '^');
            var members = Regex.Replace(
                isNegative ? set[1..] : set,
                "(.)-(.)",
                range =>
                    string.Concat(
                        Enumerable
                            .Range(range.Groups[1].Value[0], Math.Max(0, range.Groups[2].Value[0] - range.Groups[1].Value[0] + 1))
                            .Select(c => (char)c)
                    )
            );
            return members.Contains(text[0]) != isNegative && Reference(text[1..], pattern[(end + 1)..]);
        }

        var isEscaped = pattern[0] == '\\' && pattern.Length > 1;
        var wanted = isEscaped ? pattern[1] : pattern[0];
        return (wanted == text[0] || !isEscaped && wanted == '_') && Reference(text[1..], pattern[(isEscaped ? 2 : 1)..]);
    }

    private static string ToRegex(string pattern) =>
        new StringBuilder(pattern).Replace("%", ".*").Replace("_", ".").Insert(0, '^').Append('$').ToString();
}
