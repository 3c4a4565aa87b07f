using System.Text;
using System.Text.RegularExpressions;
using S7OpcBridge.Web.Answers;
using S7OpcBridge.Web.FirstStart;

namespace S7OpcBridge.Web.Tests;

/// <summary>The files of the console and of the first start: complete, from nowhere else, and no markup out of data.</summary>
public sealed partial class PageFilesTests
{
    private static readonly TestCaseData[] Pages =
    [
        new TestCaseData(PageFiles.Names.ToDictionary(name => name, Text)).SetArgDisplayNames("status"),
        new TestCaseData(
            FirstStartRoutes.Files.ToDictionary(file => file.Key, file => Encoding.UTF8.GetString(file.Value))
        ).SetArgDisplayNames("first start"),
    ];

    [TestCaseSource(nameof(Pages))]
    public void Every_file_that_one_names_is_there_and_every_file_is_named(Dictionary<string, string> files)
    {
        var named = files
            .Values.SelectMany(text => References().Matches(text).Select(match => match.Groups[1].Value))
            .Append("index.html")
            .ToHashSet();
        Assert.That(files.Keys, Is.EquivalentTo(named));
    }

    [TestCaseSource(nameof(Pages))]
    public void Nothing_is_loaded_from_elsewhere_and_nothing_stands_inline(Dictionary<string, string> files)
    {
        foreach (var (name, content) in files)
        {
            // The names of XML languages are written as URLs, and nobody fetches them.
            var text = content.Replace("http://www.w3.org/2000/svg", "");
            Assert.That(text, Does.Not.Match("(?i)https?://|url\\(|@import|//[a-z]+\\.[a-z]"), name);
            if (name.EndsWith(".html", StringComparison.Ordinal))
                Assert.That(text, Does.Not.Match("(?i)<style|\\sstyle=|\\son[a-z]+=|<script(?![^>]*src=)|javascript:"), name);
        }
    }

    [TestCaseSource(nameof(Pages))]
    public void No_script_makes_markup_or_code_of_a_text(Dictionary<string, string> files)
    {
        foreach (var (name, text) in files.Where(file => file.Key.EndsWith(".js", StringComparison.Ordinal)))
            Assert.That(
                text,
                Does.Not.Match(
                    @"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|srcdoc|\beval\b|new Function|setHTML"
                ),
                name
            );
    }

    [TestCaseSource(nameof(Pages))]
    public void Motion_and_colour_schemes_are_as_the_reader_wants_them(Dictionary<string, string> files)
    {
        var styles = string.Concat(files.Where(file => file.Key.EndsWith(".css", StringComparison.Ordinal)).Select(file => file.Value));
        Assert.That(
            styles,
            Does.Contain("prefers-color-scheme: dark").And.Contain("prefers-reduced-motion: reduce").And.Contain(":focus-visible")
        );
    }

    [Test]
    public void Text_stands_out_from_its_ground_in_both_schemes()
    {
        var css = Text("base.css");
        foreach (
            var scheme in (string[])
                [css[..css.IndexOf("@media", StringComparison.Ordinal)], css[css.IndexOf("@media", StringComparison.Ordinal)..]]
        )
        {
            var colours = Colours()
                .Matches(scheme)
                .DistinctBy(match => match.Groups[1].Value)
                .ToDictionary(match => match.Groups[1].Value, match => LuminanceOf(match.Groups[2].Value));
            foreach (
                var (ink, ground) in (List<(string, string)>)
                    [
                        ("ink", "bg"),
                        ("ink", "surface"),
                        ("quiet", "bg"),
                        ("quiet", "surface"),
                        ("accent", "surface"),
                        ("good", "surface"),
                        ("good", "bg"),
                        ("uncertain", "surface"),
                        ("bad", "surface"),
                        ("off", "surface"),
                        ("bad", "bad-bg"),
                        ("ink", "bad-bg"),
                        ("quiet", "bad-bg"),
                        ("ink", "note-bg"),
                        ("sim-ink", "sim-bg"),
                        ("ink", "moved"),
                    ]
            )
            {
                var (light, dark) = (Math.Max(colours[ink], colours[ground]), Math.Min(colours[ink], colours[ground]));
                Assert.That((light + 0.05) / (dark + 0.05), Is.GreaterThanOrEqualTo(4.5), $"{ink} on {ground} (WCAG 2.2, 1.4.3)");
            }
        }
    }

    // Relative luminance as WCAG 2.2 defines it.
    private static double LuminanceOf(string hex)
    {
        var full = hex.Length == 3 ? string.Concat(hex.Select(digit => $"{digit}{digit}")) : hex;
        var parts = Convert
            .FromHexString(full)
            .Select(part => part / 255.0)
            .Select(part => part <= 0.04045 ? part / 12.92 : Math.Pow((part + 0.055) / 1.055, 2.4))
            .ToArray();
        return (0.2126 * parts[0]) + (0.7152 * parts[1]) + (0.0722 * parts[2]);
    }

    private static string Text(string name) => Encoding.UTF8.GetString(PageFiles.Read(name));

    [GeneratedRegex("""(?:from '\./|import\('\./|(?:href|src)=")([a-z]+\.(?:js|css|svg|html))""")]
    private static partial Regex References();

    [GeneratedRegex("--([a-z-]+): #([0-9a-f]{6}|[0-9a-f]{3});")]
    private static partial Regex Colours();
}
