using System.Security.Cryptography;
using System.Text;
using S7OpcBridge.Map.Editing;
using S7OpcBridge.Map.RawConfig.Words;

namespace S7OpcBridge.Map;

/// <summary>
/// Writes the password of a PLC into a file of its own beside the map, which only its owner may read, and which no repository takes; the map names the file.
/// </summary>
public static class PlcPasswordFile
{
    private const string Folder = "secrets";
    private const int HashDigits = 8,
        MostFiles = 1000;

    /// <summary>The fault of a password, as half a sentence that never tells it; null: the map takes it.</summary>
    /// <param name="isSession">True: the session password of classic S7; false: that of a CPU with S7CommPlus.</param>
    public static string? FaultOf(string password, bool isSession) =>
        (isSession ? PasswordFiles.LongestSessionPassword : PasswordFiles.LongestPassword) is var most
        && PasswordFiles.IsPassword(password, most)
            ? null
            : $"the password has 1 to {most} characters of Latin-1";

    /// <summary>Writes it.</summary>
    /// <param name="map">The texts of the map.</param>
    /// <param name="plc">Name of the PLC, which may be one that is not in the map yet.</param>
    /// <returns>The name of the file as the map has to say it where the PLC stands.</returns>
    /// <exception cref="IOException">It cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written.</exception>
    public static string Write(EditableMap map, string plc, string password)
    {
        var place = map.Locate(EditPath.Format([new EditStep("plcs", false, null), new EditStep(plc, true, null)]));
        var text = place.Path is null ? map.Path : place.Spot.File!.Path;
        var folder = Path.Combine(Path.GetDirectoryName(Path.GetFullPath(text))!, Folder);
        if (OperatingSystem.IsWindows())
            Directory.CreateDirectory(folder);
        else
            Directory.CreateDirectory(folder, AtomicFile.Secret | UnixFileMode.UserExecute);
        var ignore = Path.Combine(folder, ".gitignore");
        if (!File.Exists(ignore))
            File.WriteAllText(ignore, "*\n");
        var name = $"{NameOf(plc)}.txt";
        if (!File.Exists(Path.Combine(folder, name)) && Directory.EnumerateFiles(folder).Count() > MostFiles)
            throw new IOException($"'{folder}' has {MostFiles:N0} files; remove those that the map does not name");
        AtomicFile.Write(Path.Combine(folder, name), password + "\n", AtomicFile.Secret);
        return $"{Folder}/{name}";
    }

    // Names of PLCs may have any letters; two of them never get one file.
    private static string NameOf(string plc)
    {
        var plain = new string([.. plc.Select(static sign => char.IsAsciiLetterOrDigit(sign) || sign is '-' or '_' ? sign : '-')]);
        return plain == plc && plain.Length <= UserEntry.MaxName
            ? plain
            : $"{plain[..Math.Min(plain.Length, UserEntry.MaxName)]}.{Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(plc)))[..HashDigits]}";
    }
}
