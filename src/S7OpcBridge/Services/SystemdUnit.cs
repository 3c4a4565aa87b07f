using System.Reflection;
using System.Text;

namespace S7OpcBridge.Services;

/// <summary>The unit of a service: that of deploy/systemd with another name, program and map.</summary>
internal static class SystemdUnit
{
    /// <summary>The first line of a unit that this program wrote; only such a unit is removed.</summary>
    public const string Mark = "# Written by 's7opcbridge service install'.";

    private const string Shipped = "/opt/s7opcbridge/s7opcbridge run /etc/s7opcbridge/config/bridge.yaml";

    /// <summary>The text of the unit.</summary>
    /// <param name="name">Name of the service, also of its user and folders.</param>
    /// <param name="program">The words that start the program.</param>
    /// <param name="map">Full path of the map.</param>
    public static string Text(string name, IReadOnlyList<string> program, string map)
    {
        var text = new StringBuilder(Mark).Append('\n');
        foreach (var line in Template().Split('\n').SkipWhile(line => line.StartsWith('#')))
        {
            var changed = line switch
            {
                _ when line.StartsWith("Documentation=", StringComparison.Ordinal) => null,
                // A dynamic user cannot have its folder made where the map may lie anywhere.
                _ when line.StartsWith("ConfigurationDirectory=", StringComparison.Ordinal) => null,
                _ when line.StartsWith("WorkingDirectory=", StringComparison.Ordinal) => $"WorkingDirectory={Path.GetDirectoryName(map)!.Replace("%", "%%")}",
                _ when line == $"ExecStart={Shipped}" => $"ExecStart={string.Join(' ', program.Select(Quoted))} run {Quoted(map)}",
                "User=s7opcbridge" => $"User={name}",
                "RuntimeDirectory=s7opcbridge" => $"RuntimeDirectory={name}",
                "StateDirectory=s7opcbridge s7opcbridge/certs" => $"StateDirectory={name} {name}/certs",
                "Environment=HOME=/var/lib/s7opcbridge" => $"Environment=HOME=/var/lib/{name}",
                _ => line,
            };
            if (changed is not null)
                text.Append(changed).Append('\n');
        }
        return text.ToString().TrimEnd('\n') + "\n";
    }

    // systemd.service(5), "Command lines": specifiers begin with %, variables with $.
    private static string Quoted(string word)
    {
        var text = word.Replace("%", "%%").Replace("$", "$$").Replace("\\", "\\\\").Replace("\"", "\\\"");
        return text.Any(c => char.IsWhiteSpace(c) || c is '\'' or ';') || text.Contains('"') ? $"\"{text}\"" : text;
    }

    private static string Template()
    {
        using var stream = Assembly.GetExecutingAssembly().GetManifestResourceStream("s7opcbridge.service")!;
        using var reader = new StreamReader(stream, Encoding.UTF8);
        return reader.ReadToEnd().ReplaceLineEndings("\n");
    }
}
