using System.Diagnostics;
using System.Globalization;
using S7OpcBridge.Testing;

namespace S7OpcBridge.History.Tests;

/// <summary>A PostgreSQL server of this machine in a folder of its own, on a free port, as a user who is not root.</summary>
internal sealed class PostgresProcess : IAsyncDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("s7opcbridge-postgres-").FullName;
    private readonly int _port = FreePort.Next();

    /// <summary>The connection string.</summary>
    public string Connection =>
        string.Create(CultureInfo.InvariantCulture, $"Host=127.0.0.1;Port={_port};Username=bridge;Database=postgres;Timeout=2");

    private string Data => Path.Combine(_folder, "data");

    /// <summary>Makes and starts it.</summary>
    public static async Task<PostgresProcess> StartAsync(CancellationToken cancellationToken)
    {
        var server = new PostgresProcess();
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(server._folder, (UnixFileMode)0b111_111_111);
        await server.RunAsync("initdb", ["-D", server.Data, "-A", "trust", "-U", "bridge", "--no-sync"], cancellationToken);
        await server.StartAgainAsync(cancellationToken);
        return server;
    }

    /// <summary>Starts it.</summary>
    public Task StartAgainAsync(CancellationToken cancellationToken) =>
        RunAsync(
            "pg_ctl",
            [
                "-D",
                Data,
                "-s",
                "-w",
                "-l",
                Path.Combine(_folder, "log"),
                "-o",
                $"-p {_port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -F",
                "start",
            ],
            cancellationToken
        );

    /// <summary>Ends it at once, as a crash does.</summary>
    public Task StopAsync(CancellationToken cancellationToken) =>
        RunAsync("pg_ctl", ["-D", Data, "-s", "-m", "immediate", "-w", "stop"], cancellationToken);

    public async ValueTask DisposeAsync()
    {
        if (File.Exists(Path.Combine(Data, "postmaster.pid")))
            await StopAsync(CancellationToken.None);
        Directory.Delete(_folder, recursive: true);
    }

    private async Task RunAsync(string program, string[] arguments, CancellationToken cancellationToken)
    {
        var path = Directory
            .GetDirectories("/usr/lib/postgresql")
            .Order()
            .Select(version => Path.Combine(version, "bin", program))
            .Last(File.Exists);
        string[] command =
            Environment.UserName == "root"
                ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", path, .. arguments]
                : [path, .. arguments];
        using var process = Process.Start(
            new ProcessStartInfo(command[0], command[1..])
            {
                WorkingDirectory = _folder,
                UseShellExecute = false,
                RedirectStandardOutput = program == "initdb",
            }
        )!;
        await process.WaitForExitAsync(cancellationToken);
        Assert.That(process.ExitCode, Is.Zero, program);
    }
}
