using System.Net;
using System.Text.RegularExpressions;
using S7OpcBridge.Map.Findings;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Words;

/// <summary>Reads and checks host names and addresses.</summary>
internal static partial class HostNames
{
    /// <summary>Reads the host at the cursor; null after a finding.</summary>
    public static string? Read(YamlReader yaml, string expected = "a name or an IP address, such as 192.168.0.1")
    {
        var spot = yaml.Spot;
        if (yaml.Text(expected) is not { } text)
            return null;
        if (LettersForDigits().IsMatch(text) && text.AsSpan().IndexOfAny("OoIl") is >= 0 and var letter)
            yaml.Findings.Warning(
                spot,
                $"'{yaml.Key}' is {text} and taken for a name, because it has the letter {text[letter]}; write "
                    + $"{text.Replace('O', '0').Replace('o', '0').Replace('I', '1').Replace('l', '1')} if the address is meant"
            );
        if (FaultOf(text.Trim()) is not { } fault || yaml.Findings.TakesOpenHosts && text.Trim() == OpenHost.Text)
            return text.Trim();
        yaml.Findings.Error(spot, $"'{yaml.Key}' is {Excerpt.From(text)}, and {fault}");
        return null;
    }

    /// <summary>What is wrong with a host, as half a sentence; null: nothing.</summary>
    public static string? FaultOf(string text)
    {
        // What 'import' writes where a source does not tell it.
        if (text == OpenHost.Text)
            return "that is still to be filled in; write the name or IP address of the PLC, such as 192.168.0.1";
        if (text.Contains("://", StringComparison.Ordinal))
            return "that is a URL; write only the name or the IP address";
        if (IPAddress.TryParse(text, out var address) && (text.Contains(':') || address.ToString() == text))
            return null;
        if (WithPort().Match(text) is { Success: true } parts)
            return $"the port has its own key; write 'host: {parts.Groups[1].Value}' and 'port: {parts.Groups[2].Value}'";
        if (!text.AsSpan().ContainsAnyExcept("0123456789."))
            return "that is not an IP address; write four numbers from 0 to 255, such as 192.168.0.1";
        return
            text.All(c => char.IsLetterOrDigit(c) || c is '-' or '.' or '_')
            && !text.StartsWith('.')
            && !text.Contains("..", StringComparison.Ordinal)
            ? null
            : "a host name has only letters, digits, dots and dashes; write one such as plc1.plant.local, or an IP address";
    }

    [GeneratedRegex(@"^(?=.*\d)[\dOoIl]{1,3}(\.[\dOoIl]{1,3}){3}$")]
    private static partial Regex LettersForDigits();

    [GeneratedRegex(@"^\[?([^\[\]]+?)\]?:(\d+)$")]
    private static partial Regex WithPort();
}
