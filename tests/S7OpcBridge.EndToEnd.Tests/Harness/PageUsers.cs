using System.Text.Json;
using S7OpcBridge.Map;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>Users who log in to a page in tests, and what a browser saw there.</summary>
internal static class PageUsers
{
    /// <summary>Writes the users file beside a map; the password of each is "secret of" and the name.</summary>
    /// <param name="folder">Folder of the map.</param>
    /// <param name="users">Names, and roles with commas between them.</param>
    public static void Write(string folder, params (string Name, string Roles)[] users)
    {
        var file = Path.Combine(folder, "users.yaml");
        File.WriteAllLines(
            file,
            users.Select(user =>
                $"- {{ name: {user.Name}, password: \"{PasswordHash.Compute($"secret of {user.Name}")}\", roles: [{user.Roles}] }}"
            )
        );
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserWrite);
    }

    /// <summary>A list of texts that a script has seen.</summary>
    public static string[] TextsOf(JsonElement seen, string name) =>
        [.. seen.GetProperty(name).EnumerateArray().Select(static text => text.GetString()!.Trim())];
}
