using System.Text;

namespace S7OpcBridge.S7;

/// <summary>What decoding depends on besides the type.</summary>
/// <param name="Text">Code page of Char, String and Chars; see <see cref="S7TextEncodings"/>.</param>
/// <param name="Zone">
/// Time zone of DT, DTL and LDT, which do not contain one. A repeated local hour is its first occurrence. A skipped local time is converted with the offset
/// before the change: 02:30 in the night in which 02:00 becomes 03:00 is the moment called 03:30.
/// </param>
public sealed record S7CodecOptions(Encoding Text, TimeZoneInfo Zone)
{
    /// <summary>Windows-1252 and UTC.</summary>
    public static S7CodecOptions Default { get; } = new(S7TextEncodings.Windows1252, TimeZoneInfo.Utc);
}
