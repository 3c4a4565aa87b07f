using System.Text;

namespace S7OpcBridge.Simulator.Services;

/// <summary>Writes texts of fixed length in status lists.</summary>
internal static class SzlText
{
    /// <summary>Writes a text, truncated or padded to the length of its field.</summary>
    public static void Write(string text, Span<byte> field, char filler)
    {
        field.Fill((byte)filler);
        Encoding.Latin1.GetBytes(text.AsSpan(0, Math.Min(text.Length, field.Length)), field);
    }
}
