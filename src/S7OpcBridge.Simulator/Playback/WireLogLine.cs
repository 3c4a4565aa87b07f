using System.Globalization;
using System.Text.RegularExpressions;

namespace S7OpcBridge.Simulator.Playback;

/// <summary>A line of a wire log.</summary>
/// <param name="Number">Its number in the file, from 1.</param>
/// <param name="Plc">The PLC.</param>
/// <param name="Bytes">The bytes; empty where they were withheld, because they were a password.</param>
internal sealed partial record WireLogLine(int Number, string Plc, DateTimeOffset Time, bool IsSent, byte[] Bytes)
{
    /// <summary>Reads a line; null: it is none, and <paramref name="error"/> says why as half a sentence.</summary>
    public static WireLogLine? Parse(int number, string text, out string error)
    {
        error = "it is no line of a wire log: name, time, > or <, length, bytes";
        if (Form().Match(text) is not { Success: true } match)
            return null;
        if (
            !DateTimeOffset.TryParse(
                match.Groups["time"].ValueSpan,
                CultureInfo.InvariantCulture,
                DateTimeStyles.AssumeUniversal,
                out var time
            )
        )
        {
            error = "its time is none";
            return null;
        }

        var digits = match.Groups["bytes"];
        error = $"it has {digits.Length / 2} bytes and says {match.Groups["length"].Value}";
        if (digits.Success && digits.Length != 2 * (long)int.Parse(match.Groups["length"].ValueSpan, CultureInfo.InvariantCulture))
            return null;
        var bytes = digits.Success ? Convert.FromHexString(digits.ValueSpan) : [];
        return new WireLogLine(number, match.Groups["plc"].Value, time, match.Groups["way"].Value == ">", bytes);
    }

    // A name may have blanks: the last time in the line ends it.
    [GeneratedRegex(
        @"^(?<plc>.{1,200}) (?<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (?<way>[<>]) +(?<length>\d{1,6}) "
            + "(?:(?<bytes>(?:[0-9a-fA-F]{2})*)|withheld: password)$",
        RegexOptions.NonBacktracking
    )]
    private static partial Regex Form();
}
