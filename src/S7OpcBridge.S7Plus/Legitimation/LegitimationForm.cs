using System.Globalization;

namespace S7OpcBridge.S7Plus.Legitimation;

/// <summary>The form in which a CPU expects its password.</summary>
internal enum LegitimationForm : byte
{
    /// <summary>SHA-1 of the password XOR challenge: S7-1500 below 3.1, S7-1200 below 4.7, software controllers below 30.1.</summary>
    Old,

    /// <summary>User and password encrypted with a key from the TLS connection: later firmware, S7-1200 G2.</summary>
    New,
}

/// <summary>Selects the form of passwords by the CPU's identity: a suggestion, as <see cref="LegitimationFlow"/> follows the CPU's answer.</summary>
internal static class LegitimationForms
{
    private const string SecondGeneration = "50-0XB0",
        DriveController = "615-";

    /// <summary>The form for a CPU; the new one where the identity is unknown.</summary>
    /// <param name="cpu">Element 319 of the session's version, for example <c>1;6ES7 512-1DM03-0AB0;V4.1</c>.</param>
    public static LegitimationForm ForCpu(string cpu)
    {
        var fields = cpu.Split(';');
        if (fields.Length < 3 || Family(fields[1]) is not { } family || !TryVersion(fields[2], out var version))
            return LegitimationForm.New;
        return family switch
        {
            '2' when fields[1].Contains(SecondGeneration, StringComparison.Ordinal) => LegitimationForm.New,
            '2' => version.CompareTo((4, 7)) < 0 ? LegitimationForm.Old : LegitimationForm.New,
            '5' => version.CompareTo((3, 1)) < 0 ? LegitimationForm.Old : LegitimationForm.New,
            // Never seen: both are taken to follow the S7-1500 whose firmware they have.
            '6' when fields[1].Contains(DriveController, StringComparison.Ordinal) => version.CompareTo((3, 1)) < 0
                ? LegitimationForm.Old
                : LegitimationForm.New,
            '6' => version.CompareTo((30, 1)) < 0 ? LegitimationForm.Old : LegitimationForm.New,
            _ => LegitimationForm.New,
        };
    }

    // The digit after "6ES7 ": 2 for S7-1200, 5 for S7-1500, 6 for software and drive controllers.
    private static char? Family(string orderNumber)
    {
        var digits = orderNumber.AsSpan().Trim();
        var type = digits.IndexOfAny('7', '1');
        if (type < 0)
            return null;
        var rest = digits[(type + 1)..].TrimStart();
        return rest.Length > 0 && char.IsAsciiDigit(rest[0]) ? rest[0] : null;
    }

    private static bool TryVersion(string text, out (int Major, int Minor) version)
    {
        version = default;
        var parts = text.Trim().TrimStart('V', 'S', 'v', 's').Split('.');
        if (
            parts.Length < 2
            || !int.TryParse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture, out var major)
            || !int.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out var minor)
        )
            return false;
        version = (major, minor);
        return true;
    }
}
