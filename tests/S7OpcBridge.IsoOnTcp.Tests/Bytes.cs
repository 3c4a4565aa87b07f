namespace S7OpcBridge.IsoOnTcp.Tests;

/// <summary>Bytes as tests write them: hex with blanks.</summary>
internal static class Bytes
{
    public static byte[] Of(string hex) => Convert.FromHexString(string.Concat(hex.Where(char.IsAsciiHexDigit)));
}
