using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using NUnit.Framework;

namespace S7OpcBridge.Testing;

/// <summary>A real broker, mosquitto, with its own folder and port. It can be killed, halted and started again.</summary>
public sealed class MosquittoBroker : IAsyncDisposable
{
    /// <summary>Debian's program.</summary>
    public const string Binary = "/usr/sbin/mosquitto";

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("s7mosquitto");
    private Process? _process;

    private MosquittoBroker() { }

    /// <summary>The port on the loopback.</summary>
    public int Port { get; } = FreePort.Next();

    /// <summary>Where it is.</summary>
    public Uri Address => new(string.Create(CultureInfo.InvariantCulture, $"mqtt://127.0.0.1:{Port}"));

    /// <summary>Its folder, for files that the settings name.</summary>
    public string Folder => _folder.FullName;

    /// <summary>Starts one. The test is left out where mosquitto is not installed.</summary>
    /// <param name="settings">Lines of its configuration after the listener; none: everybody may do everything.</param>
    public static Task<MosquittoBroker> StartAsync(CancellationToken cancellationToken, params string[] settings) =>
        StartAsync(_ => settings, cancellationToken);

    /// <summary>The same with settings that name files of its folder.</summary>
    public static async Task<MosquittoBroker> StartAsync(Func<string, string[]> settings, CancellationToken cancellationToken)
    {
        if (!File.Exists(Binary))
            Assert.Ignore($"{Binary} is not installed on this machine.");
        var broker = new MosquittoBroker();
        var lines = settings(broker.Folder);
        // As root it would become the user mosquitto, who can't read the folder.
        string[] head =
        [
            $"listener {broker.Port.ToString(CultureInfo.InvariantCulture)} 127.0.0.1",
            "log_dest stdout",
            .. Environment.UserName == "root" ? ["user root"] : Array.Empty<string>(),
        ];
        await File.WriteAllLinesAsync(
            broker.Configuration,
            [.. head, .. lines.Length == 0 ? ["allow_anonymous true"] : lines],
            cancellationToken
        );
        await broker.StartAgainAsync(cancellationToken);
        return broker;
    }

    private string Configuration => Path.Combine(Folder, "mosquitto.conf");

    /// <summary>Starts it after it was killed; it remembers nothing unless its settings say so.</summary>
    public async Task StartAgainAsync(CancellationToken cancellationToken)
    {
        _process = Process.Start(
            new ProcessStartInfo(Binary, ["-c", Configuration]) { RedirectStandardOutput = true, RedirectStandardError = true }
        )!;
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
        await Poll.UntilAsync(Listens, cancellationToken);
    }

    /// <summary>Ends it as a crash does.</summary>
    public async Task KillAsync(CancellationToken cancellationToken)
    {
        if (_process is not { } process)
            return;
        process.Kill(entireProcessTree: true);
        await process.WaitForExitAsync(cancellationToken);
        process.Dispose();
        _process = null;
    }

    /// <summary>Ends it as an administrator does: it saves what it keeps.</summary>
    public async Task StopAsync(CancellationToken cancellationToken)
    {
        await SignalAsync("-TERM", cancellationToken);
        await _process!.WaitForExitAsync(cancellationToken);
        _process.Dispose();
        _process = null;
    }

    /// <summary>Publishes as another client does.</summary>
    /// <param name="arguments">Arguments of mosquitto_pub.</param>
    public async Task PublishAsync(CancellationToken cancellationToken, params string[] arguments)
    {
        string[] all = ["-V", "5", "-p", Port.ToString(CultureInfo.InvariantCulture), "-q", "1", .. arguments];
        using var process = Process.Start("/usr/bin/mosquitto_pub", all);
        await process.WaitForExitAsync(cancellationToken);
    }

    /// <summary>Halts it: connections stay, and nothing is answered.</summary>
    public Task FreezeAsync(CancellationToken cancellationToken) => SignalAsync("-STOP", cancellationToken);

    /// <summary>Lets it go on.</summary>
    public Task ThawAsync(CancellationToken cancellationToken) => SignalAsync("-CONT", cancellationToken);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await KillAsync(CancellationToken.None);
        _folder.Delete(recursive: true);
    }

    private bool Listens()
    {
        if (_process!.HasExited)
            Assert.Fail($"mosquitto ended with {_process.ExitCode}.");
        using var client = new TcpClient();
        try
        {
            client.Connect(IPAddress.Loopback, Port);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }

    private async Task SignalAsync(string signal, CancellationToken cancellationToken)
    {
        using var kill = Process.Start("kill", [signal, _process!.Id.ToString(CultureInfo.InvariantCulture)]);
        await kill.WaitForExitAsync(cancellationToken);
    }
}
