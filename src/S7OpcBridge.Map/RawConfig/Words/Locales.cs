using System.Text.RegularExpressions;

namespace S7OpcBridge.Map.RawConfig.Words;

/// <summary>Names of languages as in OPC UA and in the lists of WinCC: <c>de</c>, <c>en-US</c> (RFC 3066).</summary>
internal static partial class Locales
{
    /// <summary>True for two or three letters, and parts of up to eight behind hyphens.</summary>
    public static bool IsLocale(string text) => Pattern().IsMatch(text);

    [GeneratedRegex("^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$")]
    private static partial Regex Pattern();
}
