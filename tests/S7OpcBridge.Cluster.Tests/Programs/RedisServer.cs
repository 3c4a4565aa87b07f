using System.Diagnostics;
using System.Globalization;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Cluster.Tests.Programs;

/// <summary>A real Redis with its own folder and port. It can be killed and started again, with its data or without.</summary>
internal sealed class RedisServer : IAsyncDisposable
{
    private const string Binary = "/usr/bin/redis-server";

    private readonly string? _namespace;
    private readonly string _address;
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("s7redis");
    private readonly string[] _settings;
    private Process? _process;

    private RedisServer(string[] settings, string? networkNamespace, string address) =>
        (_settings, _namespace, _address) = (settings, networkNamespace, address);

    public int Port { get; } = FreePort.Next();

    public string Connection => $"{_address}:{Port},connectTimeout=1000,syncTimeout=1000,asyncTimeout=1000,abortConnect=false";

    public static Task<RedisServer> StartAsync(CancellationToken cancellationToken, params string[] settings) =>
        StartAsync(null, "127.0.0.1", cancellationToken, settings);

    /// <summary>Starts one on another machine: in a network namespace.</summary>
    public static async Task<RedisServer> StartAsync(
        string? networkNamespace,
        string address,
        CancellationToken cancellationToken,
        params string[] settings
    )
    {
        if (!File.Exists(Binary))
            Assert.Ignore($"{Binary} is not installed on this machine.");
        var server = new RedisServer(
            settings.Length == 0 ? ["--appendonly", "yes", "--appendfsync", "always"] : settings,
            networkNamespace,
            address
        );
        await server.StartAgainAsync(cancellationToken);
        return server;
    }

    public async Task StartAgainAsync(CancellationToken cancellationToken)
    {
        string[] place =
        [
            "--port",
            Port.ToString(CultureInfo.InvariantCulture),
            "--bind",
            _address,
            "--dir",
            _folder.FullName,
            "--save",
            "",
        ];
        string[] command = [Binary, .. place, "--protected-mode", "no", .. _settings];
        if (_namespace is not null)
            command = ["ip", "netns", "exec", _namespace, .. command];
        _process = Process.Start(
            new ProcessStartInfo(command[0], command[1..]) { RedirectStandardOutput = true, RedirectStandardError = true }
        )!;
        var listens = new TaskCompletionSource();
        _process.OutputDataReceived += (_, line) =>
        {
            if (line.Data?.Contains("Ready to accept connections", StringComparison.Ordinal) == true)
                listens.TrySetResult();
        };
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
        await listens.Task.WaitAsync(cancellationToken);
    }

    public async Task KillAsync(CancellationToken cancellationToken)
    {
        if (_process is not { } process)
            return;
        process.Kill(entireProcessTree: true);
        await process.WaitForExitAsync(cancellationToken);
        process.Dispose();
        _process = null;
    }

    /// <summary>Deletes what the killed server has kept.</summary>
    public void Forget()
    {
        foreach (var kept in _folder.EnumerateFileSystemInfos())
        {
            if (kept is DirectoryInfo folder)
                folder.Delete(recursive: true);
            else
                kept.Delete();
        }
    }

    public async ValueTask DisposeAsync()
    {
        await KillAsync(CancellationToken.None);
        _folder.Delete(recursive: true);
    }
}
