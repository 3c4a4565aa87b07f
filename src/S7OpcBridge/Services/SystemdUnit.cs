using System.Reflection;
using System.Text;

namespace S7OpcBridge.Services;

/// <summary>The unit of a service: that of deploy/systemd with another name and program, and what it runs.</summary>
internal static class SystemdUnit
{
    /// <summary>The first line of a unit that this program wrote; only such a unit is removed.</summary>
    public const string Mark = "# Written by 's7opcbridge service install'.";

    // Where systemd puts the file of LoadCredential=, which the user of the service could not read itself.
    private const string Credential = "${CREDENTIALS_DIRECTORY}/secret";

    private const string Shipped = "/opt/s7opcbridge/s7opcbridge run /etc/s7opcbridge/config/bridge.yaml";

    // The program tells systemd nothing of a witness, which has no map to read again either.
    private static readonly string[] NotOfWitness = ["NotifyAccess=", "ExecReload=", "WatchdogSec="];

    /// <summary>The unit of a bridge.</summary>
    /// <param name="name">Name of the service, also of its user and folders.</param>
    /// <param name="program">The words that start the program.</param>
    /// <param name="map">Full path of the map.</param>
    public static string ForBridge(string name, IReadOnlyList<string> program, string map) =>
        Text(name, [.. program, "run", map], Path.GetDirectoryName(map)!, static line => line);

    /// <summary>The unit of a witness.</summary>
    /// <param name="name">Name of the service, also of its user and folders.</param>
    /// <param name="program">The words that start the program.</param>
    /// <param name="witness">What it is started with.</param>
    public static string ForWitness(string name, IReadOnlyList<string> program, WitnessService witness)
    {
        var state = $"/var/lib/{name}";
        string[] words = [.. program, .. witness.Words($"{state}/witness.json", Credential)];
        return Text(
            name,
            words,
            state,
            line =>
                line switch
                {
                    "Type=notify" => "Type=exec" + (witness.Secret is null ? "" : $"\nLoadCredential=secret:{Escaped(witness.Secret)}"),
                    _ when line.StartsWith("Description=", StringComparison.Ordinal) =>
                        "Description=S7OpcBridge, the witness of a cluster of two nodes",
                    _ when NotOfWitness.Any(key => line.StartsWith(key, StringComparison.Ordinal)) => null,
                    _ => line,
                }
        );
    }

    private static string Text(string name, IReadOnlyList<string> command, string folder, Func<string, string?> change)
    {
        var text = new StringBuilder(Mark).Append('\n');
        foreach (var line in Template().Split('\n').SkipWhile(line => line.StartsWith('#')))
        {
            var changed = change(line) is not { } kept
                ? null
                : kept switch
                {
                    _ when line.StartsWith("Documentation=", StringComparison.Ordinal) => null,
                    // A dynamic user cannot have its folder made where the map may lie anywhere.
                    _ when line.StartsWith("ConfigurationDirectory=", StringComparison.Ordinal) => null,
                    _ when line.StartsWith("WorkingDirectory=", StringComparison.Ordinal) => $"WorkingDirectory={Escaped(folder)}",
                    _ when line == $"ExecStart={Shipped}" => $"ExecStart={string.Join(' ', command.Select(Quoted))}",
                    "User=s7opcbridge" => $"User={name}",
                    "RuntimeDirectory=s7opcbridge" => $"RuntimeDirectory={name}",
                    "StateDirectory=s7opcbridge s7opcbridge/certs" => $"StateDirectory={name} {name}/certs",
                    "Environment=HOME=/var/lib/s7opcbridge" => $"Environment=HOME=/var/lib/{name}",
                    _ => kept,
                };
            if (changed is not null)
                text.Append(changed).Append('\n');
        }
        return text.ToString().TrimEnd('\n') + "\n";
    }

    private static string Escaped(string path) => path.Replace("%", "%%");

    // systemd.service(5), "Command lines": specifiers begin with %, variables with $.
    private static string Quoted(string word)
    {
        if (word == Credential)
            return word;
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
