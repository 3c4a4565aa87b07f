using System.Globalization;
using System.Text.RegularExpressions;

namespace S7OpcBridge.Web.Tests;

/// <summary>Reads Prometheus's text format, strictly: what is not in it fails the test.</summary>
internal sealed partial class Exposition
{
    private readonly Dictionary<string, double> _values = [];

    /// <summary>Kinds by the names of the metrics, in order.</summary>
    public Dictionary<string, string> Kinds { get; } = [];

    /// <summary>The figure of a series, written as in <c>name{plc="Line1"}</c>; null: there is none.</summary>
    public double? this[string series] => _values.TryGetValue(series, out var value) ? value : null;

    public IReadOnlyCollection<string> Series => _values.Keys;

    public static Exposition Parse(string text)
    {
        var all = new Exposition();
        Assert.That(text, Does.EndWith("\n"));
        var (helped, name) = ("", "");
        foreach (var line in text.TrimEnd('\n').Split('\n'))
        {
            if (line.StartsWith("# HELP ", StringComparison.Ordinal))
            {
                helped = line.Split(' ')[2];
            }
            else if (line.StartsWith("# TYPE ", StringComparison.Ordinal))
            {
                (name, var kind) = (line.Split(' ')[2], line.Split(' ')[3]);
                Assert.That(name, Is.EqualTo(helped), "HELP and TYPE stand together");
                all.Kinds.Add(name, kind);
            }
            else
            {
                var match = Sample().Match(line);
                Assert.That(match.Success, line);
                Assert.That(
                    match.Groups["name"].Value,
                    Is.EqualTo(name).Or.EqualTo($"{name}_bucket").Or.EqualTo($"{name}_sum").Or.EqualTo($"{name}_count"),
                    "figures stand below their head"
                );
                all._values.Add(line[..line.LastIndexOf(' ')], ValueOf(match.Groups["value"].Value));
            }
        }
        return all;
    }

    private static double ValueOf(string text) =>
        text switch
        {
            "+Inf" => double.PositiveInfinity,
            "-Inf" => double.NegativeInfinity,
            _ => double.Parse(text, CultureInfo.InvariantCulture),
        };

    [GeneratedRegex(
        """^(?<name>[a-zA-Z_:][a-zA-Z0-9_:]*)(\{[a-zA-Z_]\w*="([^"\\\n]|\\["\\n])*"(,[a-zA-Z_]\w*="([^"\\\n]|\\["\\n])*")*\})? (?<value>NaN|[+-]Inf|-?[0-9.]+(E[+-]?[0-9]+)?)$"""
    )]
    private static partial Regex Sample();
}
