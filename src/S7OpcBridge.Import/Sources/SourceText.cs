using System.Text;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Sources;

/// <summary>Makes text of the bytes of a source: by byte order mark, as UTF-8 or UTF-16, else in a code page that is given or guessed by its letters.</summary>
internal static class SourceText
{
    private static readonly UTF8Encoding Strict = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    /// <summary>The text without a byte order mark.</summary>
    /// <param name="given">The code page of a file without byte order mark, as the user said; null: guess.</param>
    /// <param name="guessed">The name of the code page where it was guessed; null: it was certain.</param>
    public static string Decode(ReadOnlySpan<byte> bytes, Encoding? given, out string? guessed)
    {
        guessed = null;
        switch (bytes)
        {
            case [0xEF, 0xBB, 0xBF, .. var rest]:
                return Encoding.UTF8.GetString(rest);
            case [0xFF, 0xFE, .. var rest]:
                return Encoding.Unicode.GetString(rest);
            case [0xFE, 0xFF, .. var rest]:
                return Encoding.BigEndianUnicode.GetString(rest);
        }
        // No code page has zeros between its letters.
        if (bytes.Length >= 4 && bytes[1] == 0 && bytes[3] == 0 && bytes[0] != 0)
            return Encoding.Unicode.GetString(bytes);
        if (given is not null)
            return given.GetString(bytes);
        try
        {
            return Strict.GetString(bytes);
        }
        catch (DecoderFallbackException)
        {
            guessed = Guess(bytes);
            S7TextEncodings.TryFind(guessed, out var encoding, out _);
            return encoding.GetString(bytes);
        }
    }

    /// <summary>The code page that the letters speak for: windows-1251 (Cyrillic), gbk, windows-1250 (Polish, Czech) or windows-1252.</summary>
    private static string Guess(ReadOnlySpan<byte> bytes)
    {
        int high = 0,
            inCyrillicWords = 0,
            pairs = 0,
            central = 0,
            run = 0,
            runOfLetters = 0;
        for (var i = 0; i <= bytes.Length; i++)
        {
            var b = i < bytes.Length ? bytes[i] : (byte)0;
            if (b < 0x80)
            {
                if (runOfLetters == run && run >= 3)
                    inCyrillicWords += run;
                (run, runOfLetters) = (0, 0);
                continue;
            }
            high++;
            run++;
            runOfLetters += b >= 0xC0 || b is 0xA8 or 0xB8 ? 1 : 0;
            // Letters of Polish in windows-1250; in windows-1252 they are signs that do not stand beside letters.
            if (
                b is 0xB9 or 0xB3 or 0x9C or 0x9F or 0xBF or 0xA3 or 0xAF
                && ((i > 0 && IsLetter(bytes[i - 1])) || (i + 1 < bytes.Length && IsLetter(bytes[i + 1])))
            )
                central++;
            // Chinese signs; and its full-width comma and brackets, which stand behind some.
            if ((run & 1) == 0 && b >= 0xA1 && (bytes[i - 1] is >= 0xB0 and <= 0xF7 || (run > 2 && bytes[i - 1] is >= 0xA1 and <= 0xA3)))
                pairs++;
        }
        if (pairs * 2 == high && CountBelow(bytes) > 0)
            return "gbk";
        if (inCyrillicWords * 2 > high)
            return "windows-1251";
        if (pairs * 2 == high)
            return "gbk";
        return central > 0 ? "windows-1250" : "windows-1252";
    }

    // Chinese uses first bytes below 0xC0 all the time, Cyrillic letters lie above.
    private static int CountBelow(ReadOnlySpan<byte> bytes)
    {
        var count = 0;
        foreach (var b in bytes)
            count += b is >= 0xA1 and < 0xC0 and not (0xA8 or 0xB8) ? 1 : 0;
        return count;
    }

    private static bool IsLetter(byte b) => char.IsAsciiLetter((char)b) || b >= 0xC0;
}
