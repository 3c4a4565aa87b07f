using System.Text;

namespace S7OpcBridge.S7;

/// <summary>What decoding depends on beside the type.</summary>
/// <param name="Text">Code page of Char, String and Chars; see <see cref="S7TextEncodings"/>.</param>
/// <param name="Zone">
/// Zone of DT, DTL and LDT, whose bytes carry none. A repeated local hour is its first occurrence. A local time that the zone skips is taken as if the clock
/// had not been put forward yet: 02:30 of the night in which 02:00 becomes 03:00 is the moment that is called 03:30.
/// </param>
public sealed record S7CodecOptions(Encoding Text, TimeZoneInfo Zone)
{
    /// <summary>Windows-1252 and UTC.</summary>
    public static S7CodecOptions Default { get; } = new(S7TextEncodings.Windows1252, TimeZoneInfo.Utc);
}
