using System.Text;
using System.Text.RegularExpressions;
using S7OpcBridge.Web.Answers;
using S7OpcBridge.Web.FirstStart;

namespace S7OpcBridge.Web.Tests;

/// <summary>All that the pages show by themselves has a German sentence.</summary>
public sealed partial class PageLanguageTests
{
    // The same in both, or the name of something.
    private static readonly string[] Same =
    [
        "S7OpcBridge",
        "CSV",
        "JSON",
        "OPC Publisher",
        "Ignition",
        "Kepware",
        "Line1/Motor/Speed",
        "Motor/Speed, DB10.DBD4, Real, rpm",
        "ABCDE-FGHJK-LMNPQ",
        "winac",
        "logo",
        "generic",
        "true",
        "false",
    ];

    private static readonly Dictionary<string, string> Files = PageFiles
        .Names.Select(name => (name, bytes: PageFiles.Read(name)))
        .Concat(FirstStartRoutes.Files.Select(file => (name: "first/" + file.Key, bytes: file.Value)))
        .ToDictionary(file => file.name, file => Encoding.UTF8.GetString(file.bytes));

    // The second table of the file.
    private static readonly int WordsAt = Files["german.js"].IndexOf("export const words", StringComparison.Ordinal);

    private static readonly Dictionary<string, string> German = Pairs()
        .Matches(Files["german.js"][..WordsAt])
        .ToDictionary(pair => Plain(pair.Groups[1].Value), pair => Plain(pair.Groups[2].Value));

    private static readonly HashSet<string> Shown =
    [
        .. Files.Where(file => file.Key.EndsWith(".js", StringComparison.Ordinal)).SelectMany(file => PageSentences.OfModule(file.Value)),
        .. Files.Where(file => file.Key.EndsWith(".html", StringComparison.Ordinal)).SelectMany(file => PageSentences.OfMarkup(file.Value)),
    ];

    [Test]
    public void Every_sentence_has_a_German_one() => Assert.That(Shown.Except(German.Keys).Except(Same).Where(IsSentence), Is.Empty);

    [Test]
    public void Every_German_sentence_is_shown() => Assert.That(German.Keys.Except(Shown), Is.Empty);

    [Test]
    public void The_words_of_the_bridge_are_all_in_the_table_and_no_others() =>
        Assert.That(
            Pairs().Matches(Files["german.js"][WordsAt..]).Select(pair => Plain(pair.Groups[1].Value)),
            Is.EquivalentTo(BridgeWords.All())
        );

    [Test]
    public void Both_have_the_same_places() =>
        Assert.That(
            German.Where(pair => !Places(pair.Key).SequenceEqual(Places(pair.Value))).Select(pair => $"{pair.Key} = {pair.Value}"),
            Is.Empty
        );

    [Test]
    public void There_are_many_sentences_and_the_search_for_them_sees_those_in_places_of_others()
    {
        Assert.That(Shown, Has.Count.GreaterThan(400));
        Assert.That(
            PageSentences.OfModule("x = t`a ${b ? t`c ${d} e` : `f ${{ g: 1 }}`} h`; plural(f(x), 'entry', 'entries')"),
            Is.EquivalentTo(new[] { "c {0} e", "a {0} h", "{0} entry", "{0} entries" })
        );
        Assert.That(
            PageSentences.OfMarkup("<p title=\"A tip\">Some <b translate=\"no\">data</b> text <code>code</code></p>"),
            Is.EqualTo(new[] { "A tip", "Some", "text" })
        );
    }

    // Numbers, profiles and units have no language.
    private static bool IsSentence(string text) =>
        HasWord().IsMatch(Place().Replace(text, "")) && !Place().Replace(text, "").Trim().StartsWith("s7-", StringComparison.Ordinal);

    private static string Plain(string text) => text.Replace("\\'", "'", StringComparison.Ordinal);

    private static IEnumerable<string> Places(string text) => Place().Matches(text).Select(match => match.Value).Order();

    [GeneratedRegex(@"'((?:[^'\\]|\\.)*)':\s*'((?:[^'\\]|\\.)*)'")]
    private static partial Regex Pairs();

    [GeneratedRegex(@"\{\d\}")]
    private static partial Regex Place();

    [GeneratedRegex("[A-Za-z]{2}")]
    private static partial Regex HasWord();
}
