using System.Globalization;
using System.Text;
using S7OpcBridge.Words;

namespace S7OpcBridge.Map.Yaml;

/// <summary>
/// The parameters of one use of a template: <c>{n}</c> is replaced by its value, <c>{n:00}</c> by a number with leading zeros, <c>{{</c> by a brace.
/// </summary>
internal sealed class TemplateValues(IReadOnlyDictionary<string, string> values)
{
    public string? this[string name] => values.GetValueOrDefault(name);

    /// <summary>Replaces the parameters in a text; an unknown one is an error and is kept. The text stays as it is once the map is too large.</summary>
    public string Fill(string text, SourceLocation spot, FindingList findings)
    {
        if (!findings.Size.TryCountFilled(text.Length, spot, findings))
            return text;
        var result = new StringBuilder(text.Length + 16);
        for (var i = 0; i < text.Length; i++)
        {
            var c = text[i];
            if (c is '{' or '}' && i + 1 < text.Length && text[i + 1] == c)
            {
                result.Append(c);
                i++;
            }
            else if (c == '{' && text.IndexOf('}', i) is var end and > 0)
            {
                var value = ValueOf(text[(i + 1)..end], spot, findings);
                if (!findings.Size.TryCountFilled(value.Length, spot, findings))
                    return text;
                result.Append(value);
                i = end;
            }
            else
            {
                result.Append(c);
            }
        }
        return result.ToString();
    }

    private string ValueOf(string parameter, SourceLocation spot, FindingList findings)
    {
        var colon = parameter.IndexOf(':');
        var name = colon < 0 ? parameter : parameter[..colon];
        if (!values.TryGetValue(name.Trim(), out var value))
        {
            findings.Error(
                spot,
                $"'{{{parameter}}}' names no parameter of 'for'; {NearestWord.Hint(name, [.. values.Keys])} (a brace itself is written "
                    + "twice)"
            );
            return "{" + parameter + "}";
        }
        if (colon < 0)
            return value;
        var format = parameter[(colon + 1)..];
        if (format.Length > 0 && format.All(c => c == '0') && long.TryParse(value, CultureInfo.InvariantCulture, out var number))
            return number.ToString(format, CultureInfo.InvariantCulture);
        findings.Error(
            spot,
            $"'{{{parameter}}}' can't be formatted; after the colon write only zeros, one per digit, and use it for numbers"
        );
        return value;
    }
}
