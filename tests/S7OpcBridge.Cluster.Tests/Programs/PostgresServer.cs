using System.Diagnostics;
using System.Globalization;
using Npgsql;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Cluster.Tests.Programs;

/// <summary>A real PostgreSQL with its own folder and port. It refuses to run as root: there it runs as the user postgres.</summary>
internal sealed class PostgresServer : IAsyncDisposable
{
    private const string Binaries = "/usr/lib/postgresql/15/bin";

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("s7postgres");
    private readonly int _port = FreePort.Next();

    public string Connection => $"Host=127.0.0.1;Port={_port};Database=postgres;Username=bridge";

    public static async Task<PostgresServer> StartAsync(CancellationToken cancellationToken)
    {
        if (!File.Exists($"{Binaries}/initdb"))
            Assert.Ignore($"PostgreSQL is not installed in {Binaries} on this machine.");
        var server = new PostgresServer();
        if (Environment.UserName == "root")
            await server.RunAsync("chown", ["postgres", server._folder.FullName], cancellationToken);
        await server.AsPostgresAsync(["initdb", "-D", server.Data, "-U", "bridge", "-A", "trust", "--no-sync"], cancellationToken);
        await server.AsPostgresAsync(
            [
                "pg_ctl",
                "-D",
                server.Data,
                "-w",
                "-s",
                "-l",
                $"{server._folder.FullName}/log",
                "-o",
                string.Create(CultureInfo.InvariantCulture, $"-p {server._port} -h 127.0.0.1 -k {server._folder.FullName}"),
                "start",
            ],
            cancellationToken
        );
        return server;
    }

    public async Task ExecuteAsync(string sql, CancellationToken cancellationToken)
    {
        await using var source = NpgsqlDataSource.Create(Connection);
        await using var command = source.CreateCommand(sql);
        await command.ExecuteNonQueryAsync(cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        await AsPostgresAsync(["pg_ctl", "-D", Data, "-m", "immediate", "-s", "stop"], CancellationToken.None);
        _folder.Delete(recursive: true);
    }

    private string Data => $"{_folder.FullName}/data";

    private Task AsPostgresAsync(string[] command, CancellationToken cancellationToken)
    {
        command[0] = $"{Binaries}/{command[0]}";
        return Environment.UserName == "root"
            ? RunAsync("setpriv", ["--reuid=postgres", "--regid=postgres", "--clear-groups", .. command], cancellationToken)
            : RunAsync(command[0], command[1..], cancellationToken);
    }

    private async Task RunAsync(string program, string[] arguments, CancellationToken cancellationToken)
    {
        // Output goes nowhere: the server inherits it, and would keep a pipe open for ever.
        string[] command = ["-c", "exec \"$@\" > /dev/null 2>&1", "sh", program, .. arguments];
        using var process = Process.Start(new ProcessStartInfo("sh", command) { WorkingDirectory = _folder.FullName })!;
        await process.WaitForExitAsync(cancellationToken);
        Assert.That(process.ExitCode, Is.Zero, $"{program} {string.Join(' ', arguments)}");
    }
}
