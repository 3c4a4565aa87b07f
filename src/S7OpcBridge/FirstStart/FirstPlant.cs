using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Web;

namespace S7OpcBridge.FirstStart;

/// <summary>Writes the map and the users file of a first start. What lies there already is never touched.</summary>
/// <param name="path">Full path of the map.</param>
/// <param name="page">Where the page of the first start is served.</param>
internal sealed class FirstPlant(string path, Uri page)
{
    private const string UsersName = "users.yaml";
    private const int ConsolePort = 8443;

    private static readonly string[] Roles = ["ConfigureAdmin", "SecurityAdmin", "Supervisor", "Operator"];

    /// <summary>Writes both; returns why it could not, as a sentence, or null.</summary>
    public string? Write(FirstStartChoices choices)
    {
        try
        {
            return TryWrite(choices);
        }
        catch (UaException e)
        {
            return $"{char.ToUpperInvariant(e.Message[0])}{e.Message[1..]}";
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return $"Nothing could be written to {Path.GetDirectoryName(path)}: {e.Message.ReplaceLineEndings(" ")}";
        }
    }

    /// <summary>Where the console of such a bridge is, for the browser that made it.</summary>
    public string ConsoleOf(FirstStartChoices choices) =>
        WebSettings.IsLoopback(page)
            ? $"http://{(page.Host == "localhost" ? "localhost" : page.Host)}:{page.Port}/"
            : $"https://{Bracketed(choices.Host)}:{page.Port}/";

    private string? TryWrite(FirstStartChoices choices)
    {
        if (choices.Name.Length == 0)
            return "Give the bridge a name: clients tell bridges apart by it.";
        if (choices.Port is < 1 or > 65535)
            return "The OPC UA port is a number from 1 to 65535; 4840 is usual.";
        var user = new UserEntry(choices.User, UserEdits.HashOf(choices.Password), Roles);
        var users = UserEdits.Add(UsersDocument.Empty, user);
        var usersPath = Path.GetFullPath(StateFolder.Resolve(new SourceFile(path), UsersName));
        if (File.Exists(path) || File.Exists(usersPath))
            return $"Meanwhile there is a file {(File.Exists(path) ? path : usersPath)}; nothing was written. Restart the program.";
        var text = Encoding.UTF8.GetBytes(TextOf(choices));
        if (FaultOf(text, usersPath, users) is { } fault)
            return fault;
        if (PortInUse(choices) is { } used)
            return $"Port {used} is in use by another program; choose another one, or end that program.";
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        Directory.CreateDirectory(Path.GetDirectoryName(usersPath)!);
        UsersFile.Write(usersPath, users);
        try
        {
            WriteNew(text);
        }
        catch
        {
            File.Delete(usersPath);
            throw;
        }
        return null;
    }

    // The map appears whole or not at all, and never in the place of another one.
    private void WriteNew(byte[] text)
    {
        var beside = $"{path}.{Guid.NewGuid():N}.new";
        File.WriteAllBytes(beside, text);
        try
        {
            File.Move(beside, path, overwrite: false);
        }
        catch
        {
            File.Delete(beside);
            throw;
        }
    }

    // Loaded as the bridge will load it, before anything is written.
    private string? FaultOf(byte[] text, string usersPath, UsersDocument users)
    {
        var findings = new FindingList
        {
            Overlay = new MapOverlay([new(path, text), new(usersPath, Encoding.UTF8.GetBytes(UsersFile.TextOf(users)))]),
        };
        MapLoader.Load(path, findings);
        return findings.Sorted.FirstOrDefault(static finding => finding.IsError) is { Message: { } message }
            ? $"{char.ToUpperInvariant(message[0])}{message[1..]}."
            : null;
    }

    private string TextOf(FirstStartChoices choices)
    {
        var text = new StringBuilder(
            "# Made by the first start. The console changes this file and keeps what you write into it.\nserver:\n"
        );
        text.Append("  name: ").Append(Quoted(choices.Name)).Append('\n');
        text.Append(CultureInfo.InvariantCulture, $"  endpoint: opc.tcp://{(choices.IsOpen ? "0.0.0.0" : "localhost")}:{choices.Port}\n");
        // The name by which this browser came leads here, which that of a container does not.
        if (choices.IsOpen && !WebSettings.IsLoopback(page) && !IsOwnName(choices.Host))
            text.Append("  advertise: [").Append(Quoted(choices.Host)).Append("]\n");
        text.Append("  users: ").Append(UsersName).Append('\n');
        text.Append("web:\n  listen: [").Append(string.Join(", ", ListenOf(choices))).Append("]\n");
        if (ListenOf(choices).Any(static url => url.StartsWith("https", StringComparison.Ordinal)))
            text.Append("  certificate: own\n");
        return text.Append("plcs: []\n").ToString();
    }

    private IEnumerable<string> ListenOf(FirstStartChoices choices)
    {
        if (WebSettings.IsLoopback(page))
        {
            yield return $"http://{page.Host}:{page.Port}";
            if (choices.HasConsole)
                yield return $"https://0.0.0.0:{ConsolePort}";
            yield break;
        }
        yield return WebSettings.DefaultListen;
        yield return page.OriginalString.TrimEnd('/');
    }

    private int? PortInUse(FirstStartChoices choices)
    {
        int[] ports = [choices.Port, .. choices.HasConsole && WebSettings.IsLoopback(page) ? [ConsolePort] : Array.Empty<int>()];
        foreach (var port in ports)
        {
            using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            try
            {
                socket.Bind(new IPEndPoint(choices.IsOpen || port == ConsolePort ? IPAddress.Any : IPAddress.Loopback, port));
            }
            catch (SocketException)
            {
                return port;
            }
        }
        return null;
    }

    private static bool IsOwnName(string host) =>
        Loopback.IsHost(host) || host.Equals(Environment.MachineName, StringComparison.OrdinalIgnoreCase);

    private static string Bracketed(string host) => host.Contains(':') && host[0] != '[' ? $"[{host}]" : host;

    // What JSON writes as text is a text of YAML, too.
    private static string Quoted(string text) =>
        text.Length > 0 && char.IsAsciiLetter(text[0]) && text.All(static c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.')
            ? text
            : $"\"{JsonEncodedText.Encode(text)}\"";
}
