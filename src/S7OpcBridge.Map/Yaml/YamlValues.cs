using System.Globalization;
using System.Net;
using S7OpcBridge.Core;
using S7OpcBridge.Map.Findings;
using S7OpcBridge.Map.Values;
using S7OpcBridge.Words;

namespace S7OpcBridge.Map.Yaml;

/// <summary>Reads values as written in maps. Each method consumes one node and returns null after a finding.</summary>
internal static class YamlValues
{
    /// <summary>A text that is not empty.</summary>
    public static string? Text(this YamlReader yaml, string expected = "a text")
    {
        if (yaml.Peek is not { } text || yaml.AtNothing)
        {
            yaml.RefuseNode(expected);
            return null;
        }
        if (!yaml.IsProse && TypographicSigns.QuotedBy(text) is { } fault)
            yaml.Findings.SyntaxError(yaml.Spot, fault);
        yaml.Next();
        return text;
    }

    /// <summary>true or false as in YAML 1.2; <c>yes</c> and <c>on</c> are refused, because YAML 1.2 reads them as texts.</summary>
    public static bool? Bool(this YamlReader yaml)
    {
        switch (yaml.Peek)
        {
            case "true" or "True" or "TRUE":
                yaml.Next();
                return true;
            case "false" or "False" or "FALSE":
                yaml.Next();
                return false;
            default:
                yaml.RefuseNode("true or false");
                return null;
        }
    }

    /// <summary>A whole number in a range; decimal or <c>0x</c>.</summary>
    public static int? Whole(this YamlReader yaml, int min, int max)
    {
        if (yaml.Peek is { } text && Numbers.TryWhole(text, out var number) && number >= min && number <= max)
        {
            yaml.Next();
            return (int)number;
        }
        yaml.RefuseNode($"a whole number from {min} to {max}");
        return null;
    }

    /// <summary>A finite number.</summary>
    public static double? Number(this YamlReader yaml, double min = double.MinValue)
    {
        if (yaml.Peek is { } text && Numbers.TryParse(text, out var number) && number >= min)
        {
            yaml.Next();
            return number;
        }
        yaml.RefuseNode(
            min == double.MinValue ? "a number such as 3.5" : $"a number of at least {min.ToString(CultureInfo.InvariantCulture)}"
        );
        return null;
    }

    /// <summary>A duration between two bounds.</summary>
    public static TimeSpan? Duration(this YamlReader yaml, TimeSpan min, TimeSpan max)
    {
        if (yaml.Peek is { } text && Durations.TryParse(text, out var duration) && duration >= min && duration <= max)
        {
            yaml.Next();
            return duration;
        }
        yaml.RefuseNode(
            $"a duration from {Durations.Format(min)} to {Durations.Format(max)}, such as "
                + (min < TimeSpan.FromDays(1) ? "100ms, 1s or 5min" : "30d")
        );
        return null;
    }

    /// <summary>Two numbers: <c>[low, high]</c> or <c>low..high</c>.</summary>
    public static TagRange? Range(this YamlReader yaml)
    {
        const string Expected = "two numbers, the lower first, such as [0, 3000] or 0..3000";
        var spot = yaml.Spot;
        if (yaml.Peek is { } text && Numbers.TryRange(text, out var range))
        {
            yaml.Next();
            return range;
        }
        if (!yaml.AtSequence)
        {
            yaml.RefuseNode(Expected);
            return null;
        }
        var ends = new List<double>();
        yaml.EnterSequence(Expected);
        while (!yaml.Leave())
        {
            if (yaml.Number() is { } end)
                ends.Add(end);
        }
        if (ends.Count == 2 && ends[0] < ends[1])
            return new TagRange(ends[0], ends[1]);
        if (ends.Count > 2)
        {
            yaml.Findings.Error(
                spot,
                $"'{yaml.Key}' has {ends.Count} numbers; a range has two, and the decimal sign is a point, such as [0.5, 3000]"
            );
            return null;
        }
        yaml.Findings.Error(spot, $"'{yaml.Key}' is not a range; write {Expected}");
        return null;
    }

    /// <summary>One of several words, ignoring case; returned in the spelling of the list.</summary>
    public static string? OneOf(this YamlReader yaml, IReadOnlyList<string> words)
    {
        if (yaml.Peek is not { } text || yaml.AtNothing)
        {
            yaml.RefuseNode($"one of {string.Join(", ", words)}");
            return null;
        }
        foreach (var word in words)
        {
            if (!word.Equals(text, StringComparison.OrdinalIgnoreCase))
                continue;
            yaml.Next();
            return word;
        }
        yaml.Findings.Error(
            yaml.Spot,
            ForeignWords.Explain(yaml.Key, text)
                ?? $"unknown value '{Excerpt.From(text)}' for '{yaml.Key}'; {NearestWord.Hint(text, [.. words])}"
        );
        yaml.Next();
        return null;
    }

    /// <summary>A list of texts; a single text counts as a list of one.</summary>
    public static IReadOnlyList<string> Texts(this YamlReader yaml)
    {
        if (!yaml.AtSequence)
            return yaml.Text("a text or a list of texts") is { } one ? [one] : [];
        var texts = new List<string>();
        yaml.EnterSequence("a list");
        while (!yaml.Leave())
        {
            if (yaml.Text() is { } text)
                texts.Add(text);
        }
        return texts;
    }

    /// <summary>An IP address of this machine.</summary>
    public static IPAddress? Address(this YamlReader yaml)
    {
        if (yaml.Peek is { } text && IPAddress.TryParse(text, out var address))
        {
            yaml.Next();
            return address;
        }
        yaml.RefuseNode("an IP address of this machine, such as 192.168.10.5");
        return null;
    }
}
