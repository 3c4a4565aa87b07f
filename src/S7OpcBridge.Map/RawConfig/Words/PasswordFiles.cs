using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Words;

/// <summary>Reads session passwords from files of their own, so that the map contains no secret. Only the owner may have access to such a file.</summary>
internal static class PasswordFiles
{
    /// <summary>Limits in characters: of classic S7, and of a CPU with S7CommPlus.</summary>
    public const int LongestSessionPassword = 8,
        LongestPassword = 128;

    /// <summary>True for what may be the only line of such a file.</summary>
    public static bool IsPassword(string text, int longest) =>
        text.Length > 0 && text.Length <= longest && text.All(c => c is >= ' ' and <= '\u00FF');

    /// <summary>The password in the file that the node at the cursor names; null after a finding, which never shows the content of the file.</summary>
    public static string? Read(YamlReader yaml) => Read(yaml, "a session password", LongestSessionPassword);

    /// <inheritdoc cref="Read(YamlReader)"/>
    public static string? Read(YamlReader yaml, string what, int longest)
    {
        var spot = yaml.Spot;
        if (yaml.Text("the name of a file") is not { } name)
            return null;
        var path = yaml.File.Resolve(name);
        yaml.Findings.Seek(path);
        try
        {
            if (SecretFile.IsOpenToOthers(path))
                return Refuse($"others may read the password file '{name}'; prevent this with 'chmod 600 {name}'");
            var password = UserFile.ReadText(path, UserFile.MaxSmall).TrimStart('\uFEFF').TrimEnd('\r', '\n');
            return IsPassword(password, longest)
                ? password
                : Refuse($"the password file '{name}' does not contain {what}; write 1 to {longest} characters as its only line");
        }
        catch (UnusableFileException e)
        {
            return Refuse($"the password file '{name}' {e.What}; name a file with the password as its only line");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return Refuse(
                e is FileNotFoundException or DirectoryNotFoundException
                    ? $"there is no password file '{name}'; create it, readable by its owner only, with the password as its only line"
                    : $"the password file '{name}' can't be read; check that it belongs to the user that runs the bridge"
            );
        }

        string? Refuse(string message)
        {
            yaml.Findings.Error(spot, message);
            return null;
        }
    }
}
